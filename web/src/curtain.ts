// Where players share a screen and have secrets from one another, nothing that one has looked at stays behind for the next: neither
// in the browser's history nor in a page that it keeps for going back, nor in another window.
import { go, onFinish } from "./swap";

const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("towpath-screen");

let changing = false;

export function start(): void {
  channel?.addEventListener("message", (event) => {
    if (event.data === document.body.dataset["game"]) void go(location.href, { push: false, quiet: true });
  });
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form instanceof HTMLFormElement && form.matches(".at-screen")) changing = true;
  });
  onFinish(() => {
    if (changing) channel?.postMessage(document.body.dataset["game"]);
    changing = false;
  });
  if (document.body.dataset["curtain"] === undefined) return;
  addEventListener("pagehide", () => document.documentElement.classList.add("veiled"));
  addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });
}
