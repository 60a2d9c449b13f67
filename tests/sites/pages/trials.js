// A button with data-act sends that word to data-to by itself, without any form; data-ask asks first.
const say = (text) => { document.getElementById("status").textContent = text; };

for (const button of document.querySelectorAll("button[data-act]")) {
  button.addEventListener("click", async () => {
    if (button.dataset.ask && !confirm(button.dataset.ask)) return say("Nothing was done.");
    const body = new URLSearchParams({ what: button.dataset.act });
    await fetch(button.dataset.to, { method: "POST", body });
    say(`${button.textContent}: done.`);
  });
}

const board = document.getElementById("timetable");
if (board) setTimeout(() => { board.innerHTML = document.getElementById("arrived").innerHTML; }, 2000);

const scores = document.getElementById("scores");
async function poll(round) {
  await fetch("/quiet-never/poll");
  scores.textContent = `Asked ${round} times`;
  setTimeout(poll, 100, round + 1);
}
if (scores) poll(1);
