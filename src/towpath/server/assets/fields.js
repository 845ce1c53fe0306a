// Number fields with buttons, and the slider over all positions.
import { go } from "./swap.js";

function number(button) {
  const input = button.closest(".range")?.querySelector("input[type=number]");
  if (!input) return;
  const least = Number(input.min);
  const most = Number(input.max);
  const value = button.dataset.set !== undefined ? Number(button.dataset.set) : Number(input.value || least) + Number(button.dataset.step);
  input.value = String(Math.min(Math.max(value, least), most));
}

export function start() {
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-step], [data-set]");
    if (button) number(button);
  });
  let waiting = 0;
  document.addEventListener("input", (event) => {
    const slider = event.target.closest("[data-slider]");
    if (!slider) return;
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      const query = new URLSearchParams();
      if (document.body.dataset.tab !== "act") query.set("tab", document.body.dataset.tab);
      if (slider.value !== slider.max) query.set("at", slider.value);
      go(`${location.pathname}${query.size ? `?${query}` : ""}`, { push: false });
    }, 40);
  });
}
