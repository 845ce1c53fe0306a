// What the page itself has to say, above everything else.
import { part } from "./page";
import { say } from "./words";

export function tell(text: string): void {
  const slot = part("notice");
  if (!slot) return;
  const note = document.createElement("p");
  note.className = "notice bad";
  const words = document.createElement("span");
  words.textContent = text;
  const close = document.createElement("button");
  close.type = "button";
  close.dataset["close"] = "";
  close.setAttribute("aria-label", say("Close this notice"));
  close.textContent = "×";
  note.append(words, close);
  slot.replaceChildren(note);
  slot.dataset["version"] = "";
}
