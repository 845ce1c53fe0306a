// Options that do not exist for the number of names given are greyed; the server has the last word.
const fields = [...document.querySelectorAll(".players-in input")];
const options = [...document.querySelectorAll("fieldset.option[data-players]")];

function refresh() {
  const count = String(fields.filter((field) => field.value.trim()).length);
  for (const option of options) {
    const counts = option.dataset.players.split(" ").filter(Boolean);
    option.classList.toggle("absent", counts.length > 0 && !counts.includes(count));
  }
  settle();
}

// What another choice brings is shown as chosen and cannot be changed; a disabled part of a form is not sent.
function settle() {
  const brought = {};
  for (const box of document.querySelectorAll("fieldset.option:not(.absent) input[data-implies]:checked"))
    Object.assign(brought, JSON.parse(box.dataset.implies));
  for (const option of options) {
    const boxes = [...option.querySelectorAll("input")];
    const wanted = brought[boxes[0].name.replace("o.", "")];
    const before = option.disabled;
    option.disabled = wanted !== undefined;
    for (const box of boxes) {
      if (wanted !== undefined) box.checked = box.value === wanted;
      else if (before) box.checked = box.defaultChecked;
    }
  }
}

document.addEventListener("input", refresh);
refresh();
