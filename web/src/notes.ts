// Private notes are kept while they are written, so that no thought is lost to a reload, another tab or a closed page.
import { say } from "./words";

const AREA = ".notes textarea";
const PAUSE = 1000;
let waiting = 0;

const area = (target: EventTarget | null): HTMLTextAreaElement | null =>
  target instanceof HTMLTextAreaElement && target.matches(AREA) ? target : null;

function tell(notes: HTMLTextAreaElement, words: string): void {
  const told = notes.form?.querySelector("output");
  if (told) told.textContent = words;
}

/** Send what is not sent yet; the browser goes on with it when the page is left. */
async function keep(notes: HTMLTextAreaElement): Promise<void> {
  clearTimeout(waiting);
  const { form, value } = notes;
  if (!form || value === notes.defaultValue) return;
  const body = new URLSearchParams();
  for (const [name, each] of new FormData(form)) if (typeof each === "string") body.append(name, each);
  const before = notes.defaultValue;
  notes.defaultValue = value;
  try {
    const answer = await fetch(form.action, { method: "POST", body, redirect: "manual", keepalive: String(body).length < 60_000 });
    if (answer.type !== "opaqueredirect") throw new Error(String(answer.status));
    tell(notes, say("Kept"));
  } catch {
    notes.defaultValue = before;
    tell(notes, say("Not kept yet"));
  }
}

function keepAll(): void {
  for (const notes of document.querySelectorAll<HTMLTextAreaElement>(AREA)) void keep(notes);
}

export function start(): void {
  document.addEventListener("input", (event) => {
    const notes = area(event.target);
    if (!notes) return;
    tell(notes, "");
    clearTimeout(waiting);
    waiting = window.setTimeout(() => void keep(notes), PAUSE);
  });
  document.addEventListener("change", (event) => {
    const notes = area(event.target);
    if (notes) void keep(notes);
  });
  // Before the next page is asked for, so that it knows them; phones tell of no more than the second.
  addEventListener("beforeunload", keepAll);
  addEventListener("pagehide", keepAll);
}
