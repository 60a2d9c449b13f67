async function add(button) {
  const form = new URLSearchParams({ product: button.dataset.product });
  for (const name of ["quantity", "colour"]) {
    const field = document.getElementById(name);
    if (field) form.set(name, field.value);
  }
  const response = await fetch("/shop/basket/add", { method: "POST", body: form });
  const answer = await response.json();
  document.getElementById("status").textContent = answer.message;
  if (answer.count) document.getElementById("count").textContent = answer.count;
}

for (const button of document.querySelectorAll("button[data-product]")) {
  button.addEventListener("click", () => add(button));
}
