// Number fields with buttons, and the slider over all positions.
import { address, near } from "./page";
import { go } from "./swap";
import { say } from "./words";

function number(button: HTMLElement): void {
  const input = button.closest(".range")?.querySelector<HTMLInputElement>("input[type=number]");
  if (!input) return;
  const least = Number(input.min);
  const { set, step } = button.dataset;
  const value = set !== undefined ? Number(set) : Number(input.value || least) + Number(step);
  input.value = String(Math.min(Math.max(value, least), Number(input.max)));
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Which round the slider is in. */
function tellRound(slider: HTMLInputElement): void {
  const rounds = [...(slider.list?.options ?? [])].filter((option) => Number(option.value) <= Number(slider.value));
  const round = rounds.at(-1)?.label || say("Start");
  const words = say("{round}, entry {at} of {now}", { round, at: slider.value, now: slider.max });
  slider.setAttribute("aria-valuetext", words);
  const shown = slider.parentElement?.querySelector(".at-round");
  if (shown) shown.textContent = words;
}

/** What so many of a thing bring. */
function note(input: HTMLElement): void {
  const shown = input.closest(".stepper")?.querySelector("output");
  if (!shown || !(input instanceof HTMLInputElement)) return;
  const notes = JSON.parse(shown.dataset["notes"] ?? "[]") as string[];
  shown.textContent = notes[Number(input.value) - Number(input.min)] ?? "";
}

export function start(): void {
  document.addEventListener("click", (event) => {
    const button = near(event, "[data-step], [data-set]");
    if (button) number(button);
  });
  // A choice that needs no button, where there are scripts.
  document.addEventListener("change", (event) => {
    const form = near(event, "form[data-at-once]");
    if (form instanceof HTMLFormElement) form.requestSubmit();
  });
  let waiting = 0;
  document.addEventListener("input", (event) => {
    const counted = near(event, ".stepper input");
    if (counted) note(counted);
    const slider = near(event, "[data-slider]");
    if (!(slider instanceof HTMLInputElement)) return;
    tellRound(slider);
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      void go(address(slider.value === slider.max ? {} : { at: slider.value }), { push: false });
    }, 40);
  });
}
