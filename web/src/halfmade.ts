// What is filled in but not sent yet outlives what others do, as long as it is still possible.

type Field = HTMLInputElement | HTMLSelectElement;

interface Filled {
  form: string;
  name: string;
  value: string;
  words: string;
}

export interface HalfMade {
  filled: Filled[];
}

const FIELDS = "form.fill input:not([type=hidden]), form.fill select";

/** The name of a form: what is settled in it. */
function formOf(field: Field): string {
  return field.form?.querySelector<HTMLInputElement>("input[name=base]")?.value ?? "";
}

function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) return [...field.options].some((option) => option.selected !== option.defaultSelected);
  return field.type === "radio" ? field.checked && !field.defaultChecked : field.value !== field.defaultValue;
}

function wordsOf(field: Field): string {
  if (field instanceof HTMLSelectElement) return field.selectedOptions[0]?.textContent ?? "";
  const label = field.closest("label")?.querySelector("span")?.textContent ?? "";
  return field.type === "radio" ? label : `${label} ${field.value}`;
}

export function capture(root: ParentNode): HalfMade {
  const filled = [...root.querySelectorAll<Field>(FIELDS)]
    .filter(isChanged)
    .map((field) => ({ form: formOf(field), name: field.name, value: field.value, words: wordsOf(field).trim() }));
  return { filled };
}

function put(root: ParentNode, kept: Filled): boolean {
  const same = [...root.querySelectorAll<Field>(FIELDS)].filter((field) => formOf(field) === kept.form && field.name === kept.name);
  for (const field of same) {
    if (field instanceof HTMLSelectElement) {
      const option = [...field.options].find((each) => each.value === kept.value);
      if (option) return (option.selected = true);
    } else if (field.type === "radio") {
      if (field.value === kept.value) return (field.checked = true);
    } else {
      const value = Number(kept.value);
      if (value >= Number(field.min) && value <= Number(field.max)) {
        field.value = kept.value;
        return true;
      }
    }
  }
  return false;
}

/** Put back what was filled in; what is no longer possible is returned in words. */
export function restore(root: ParentNode, half: HalfMade): string[] {
  return half.filled.filter((kept) => !put(root, kept)).map((kept) => kept.words);
}
