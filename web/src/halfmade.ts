// What is filled in but not sent yet outlives what others do, as long as it is still possible.
import { tell } from "./notice";
import { say } from "./words";

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

interface Filled {
  form: string;
  name: string;
  value: string;
  words: string;
}

let waiting: Filled[] = [];

const FIELDS = ["form.fill", ".part-programs form", ".notes form"]
  .map((form) => `${form} input:not([type=hidden]), ${form} select, ${form} textarea`)
  .join(", ");
const PASSING = ["_csrf_token", "after", "tab"];

/** The name of a form: where it leads and what is settled in it. */
function formOf(field: Field): string {
  const settled = [...(field.form?.querySelectorAll<HTMLInputElement>("input[type=hidden]") ?? [])]
    .filter((each) => !PASSING.includes(each.name))
    .map((each) => `${each.name}=${each.value}`);
  return [field.form?.getAttribute("action") ?? "", ...settled].join(" ");
}

const isTicked = (field: Field): boolean => field.type === "radio" || field.type === "checkbox";

function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) return [...field.options].some((option) => option.selected !== option.defaultSelected);
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (field.type === "checkbox") return field.checked !== field.defaultChecked;
  return field.type === "radio" ? field.checked && !field.defaultChecked : field.value !== field.defaultValue;
}

function wordsOf(field: Field): string {
  if (field instanceof HTMLSelectElement) return field.selectedOptions[0]?.textContent ?? "";
  const label = field.closest("label")?.querySelector("span")?.textContent ?? "";
  return isTicked(field) ? label : `${label} ${field.value}`;
}

/** What is filled in now and differs from what the table proposed. */
export function capture(root: ParentNode): Filled[] {
  return [...root.querySelectorAll<Field>(FIELDS)]
    .filter(isChanged)
    .map((field) => ({ form: formOf(field), name: nameOf(field), value: valueOf(field), words: wordsOf(field).trim() }));
}

/** Boxes of one name are told apart by what they stand for. */
function nameOf(field: Field): string {
  return field instanceof HTMLInputElement && field.type === "checkbox" ? `${field.name} ${field.value}` : field.name;
}

function valueOf(field: Field): string {
  return field instanceof HTMLInputElement && field.type === "checkbox" ? String(field.checked) : field.value;
}

function put(field: Field, value: string): boolean {
  if (field instanceof HTMLSelectElement) {
    const option = [...field.options].find((each) => each.value === value);
    if (option) option.selected = true;
    return option !== undefined;
  }
  if (field instanceof HTMLTextAreaElement) {
    field.value = value;
    return true;
  }
  if (field.type === "radio") return field.value === value && (field.checked = true);
  if (field.type === "checkbox") {
    field.checked = value === "true";
    return true;
  }
  const bounded = field.type === "number" && field.min !== "" && field.max !== "";
  const possible = !bounded || (Number(value) >= Number(field.min) && Number(value) <= Number(field.max));
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
    const same = fields.filter((field) => formOf(field) === kept.form && nameOf(field) === kept.name);
    if (!same.length) waiting.push(kept);
    else if (!same.some((field) => put(field, kept.value))) lost.push(kept);
  }
  if (lost.length) tell(say("What you had filled in is no longer possible: {fields}.", { fields: joined(lost) }));
  else if (waiting.length > before) {
    tell(say("What you had filled in is kept until it is possible again: {fields}.", { fields: joined(waiting) }));
  }
}

/** The decision was made. */
export function forget(): void {
  waiting = [];
}
