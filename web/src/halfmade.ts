// What is filled in but not sent yet outlives what others do, as long as it is still possible.
import { tell } from "./notice";

type Field = HTMLInputElement | HTMLSelectElement;

interface Filled {
  form: string;
  name: string;
  value: string;
  words: string;
}

let waiting: Filled[] = [];

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

/** What is filled in now and differs from what the table proposed. */
export function capture(root: ParentNode): Filled[] {
  return [...root.querySelectorAll<Field>(FIELDS)]
    .filter(isChanged)
    .map((field) => ({ form: formOf(field), name: field.name, value: field.value, words: wordsOf(field).trim() }));
}

function put(field: Field, value: string): boolean {
  if (field instanceof HTMLSelectElement) {
    const option = [...field.options].find((each) => each.value === value);
    if (option) option.selected = true;
    return option !== undefined;
  }
  if (field.type === "radio") return field.value === value && (field.checked = true);
  const possible = Number(value) >= Number(field.min) && Number(value) <= Number(field.max);
  if (possible) field.value = value;
  return possible;
}

function joined(kept: Filled[]): string {
  return kept.map((each) => each.words).join(", ");
}

/** Put back what was filled in. What has no form now waits until it has one again; what is not possible any more is told. */
export function restore(root: ParentNode, filled: Filled[]): void {
  const now = new Map([...waiting, ...filled].map((each) => [`${each.form} ${each.name}`, each]));
  const fields = [...root.querySelectorAll<Field>(FIELDS)];
  const lost: Filled[] = [];
  const before = waiting.length;
  waiting = [];
  for (const kept of now.values()) {
    const same = fields.filter((field) => formOf(field) === kept.form && field.name === kept.name);
    if (!same.length) waiting.push(kept);
    else if (!same.some((field) => put(field, kept.value))) lost.push(kept);
  }
  if (lost.length) tell(`What you had filled in is no longer possible: ${joined(lost)}.`);
  else if (waiting.length > before) tell(`What you had filled in is kept until it is possible again: ${joined(waiting)}.`);
}

/** The decision was made. */
export function forget(): void {
  waiting = [];
}
