const note = document.getElementById("cookies");
note.hidden = document.cookie.includes("note=read");
note.querySelector("button").addEventListener("click", () => {
  document.cookie = "note=read; path=/encyclopedia; SameSite=Lax";
  note.hidden = true;
});
