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

// The control panel tells the server all that is done on it; one message after the other, so that their order is kept.
let telling = Promise.resolve();
const tell = (what) => {
  telling = telling.then(() => fetch("/panel/act", { method: "POST", body: new URLSearchParams({ what }), keepalive: true }));
};
const count = (name, counts = (tell.counts ??= {})) => (counts[name] = (counts[name] ?? 0) + 1);
const told = (name) => { tell(name); say(`${name}: ${count(name)}`); };
for (const one of document.querySelectorAll("[data-log]")) one.addEventListener("click", () => told(one.dataset.log));
for (const one of document.querySelectorAll("[data-twice]")) one.addEventListener("dblclick", () => told(one.dataset.twice));
for (const one of document.querySelectorAll("[data-note]")) {
  const value = () => (one.type === "checkbox" ? (one.checked ? "on" : "off") : one.value);
  one.addEventListener("input", () => tell(`${one.id}=${value()}`));
}
for (const one of document.querySelectorAll("[data-over]")) {
  one.addEventListener("mouseenter", () => { tell(one.dataset.over); document.getElementById("reading").textContent = `${count("over")} times read`; });
}
const endless = document.getElementById("endless");
if (endless) {
  endless.addEventListener("click", () => { for (;;); });
  addEventListener("keydown", (event) => { if (event.key === "Escape") told("escape"); });
}
