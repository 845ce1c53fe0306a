// Options that do not exist for the number of names given are greyed; the server has the last word.
const fields = [...document.querySelectorAll(".players-in input")];
const options = [...document.querySelectorAll("fieldset.option[data-players]")];

function refresh() {
  const count = String(fields.filter((field) => field.value.trim()).length);
  for (const option of options) {
    const counts = option.dataset.players.split(" ").filter(Boolean);
    option.classList.toggle("absent", counts.length > 0 && !counts.includes(count));
  }
}

document.addEventListener("input", refresh);
refresh();
