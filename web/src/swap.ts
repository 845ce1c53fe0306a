// Fetching the page's parts and putting in those that changed.
import * as halfmade from "./halfmade";
import { morph } from "./morph";
import { more, newsSince, seen } from "./news";
import { tell } from "./notice";
import { decision, hidden, isSmall, near, part, parts } from "./page";
import { wants } from "./settings";
import { say } from "./words";

interface Answer {
  title: string;
  tab: string;
  url: string;
  number: number;
  parts: Record<string, { version: string; html: string | null }>;
}

interface Way {
  /** A new entry in the browser's history. */
  push?: boolean;
  /** A form to send. */
  body?: URLSearchParams | null;
  /** Somebody else did something: focus, scroll and what is half made stay. */
  quiet?: boolean;
}

type Listener = (root: ParentNode) => void;

const SETTLING = 400;
const swapped: Listener[] = [];
const finished: (() => void)[] = [];
let running: AbortController | null = null;
let sending = 0;
let latest = 0;
let settling = 0;

/** Called with every part that was put in, and at once with the whole page. */
export function onSwap(listener: Listener): void {
  swapped.push(listener);
  listener(document);
}

/** Called when a request has been dealt with, whatever came of it. */
export function onFinish(listener: () => void): void {
  finished.push(listener);
}

export const isBusy = (): boolean => running !== null || sending > 0;

function headers(): Record<string, string> {
  const have = parts().map((each) => `${each.dataset["part"]}=${each.dataset["version"]}`);
  const since = newsSince();
  return {
    "X-Towpath-Parts": "1",
    "X-Towpath-Have": have.join(","),
    Accept: "application/json",
    ...hidden(),
    ...(since === null ? {} : { "X-Towpath-Since": String(since) }),
  };
}

/** Whether the table answered. */
export async function go(url: string, { push = true, body = null, quiet = false }: Way = {}): Promise<boolean> {
  if (!body) running?.abort();
  const mine = ++latest;
  const stop = new AbortController();
  if (quiet) more();
  if (body) {
    sending++;
    seen();
    halfmade.forget();
  } else running = stop;
  const wait = quiet ? 0 : setTimeout(() => busy(true), 250);
  try {
    const post = body ? { method: "POST", body } : {};
    const response = await fetch(url, { headers: headers(), signal: stop.signal, redirect: "follow", ...post });
    const kind = response.headers.get("content-type") ?? "";
    if (!kind.startsWith("application/json")) throw new Error(await sentence(response));
    const answer = (await response.json()) as Answer;
    if (mine !== latest) return true;
    apply(answer, quiet);
    // On a screen that goes round, what one had in hand is not found by going back.
    const kept = document.body.dataset["curtain"] === undefined;
    if (push && kept && answer.url !== location.pathname + location.search) history.pushState({}, "", answer.url);
    else history.replaceState({}, "", answer.url);
    return true;
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return false;
    if (error instanceof TypeError) {
      if (!quiet) tell(say("The table does not answer. Is it still running? Try again in a moment."));
    } else if (error instanceof Error) tell(error.message);
    return false;
  } finally {
    clearTimeout(wait);
    if (body) sending--;
    else if (running === stop) running = null;
    busy(false);
    for (const listener of finished) listener();
  }
}

async function sentence(response: Response): Promise<string> {
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  return page.querySelector(".error p:not(.code)")?.textContent ?? `The table answered with ${response.status}.`;
}

function busy(on: boolean): void {
  decision()?.classList.toggle("busy", on);
}

function apply(answer: Answer, quiet: boolean): void {
  const side = document.querySelector(".act-side");
  const scrolled = side?.scrollTop ?? 0;
  const half = quiet ? halfmade.capture(document) : null;
  let decided = false;
  let moved = false;
  // Who changes runs with the keys goes on changing them.
  const stays = document.activeElement?.closest(".edit-runs") !== null && document.activeElement !== null;
  for (const each of parts()) {
    const name = each.dataset["part"] ?? "";
    const fresh = answer.parts[name];
    if (!fresh || fresh.html === null || fresh.version === each.dataset["version"]) continue;
    // What the page itself had to say is not taken away by what others do.
    if (quiet && name === "notice" && !fresh.html) continue;
    const focus = mark(each);
    morph(each, fresh.html, quiet);
    each.dataset["version"] = fresh.version;
    if (name === "decision" || name === "news") moved = true;
    if (name === "decision") decided = true;
    if (focus && (quiet || stays || name !== "decision")) refocus(each, focus);
    for (const listener of swapped) listener(each);
  }
  document.title = answer.title;
  document.body.dataset["tab"] = answer.tab;
  document.body.dataset["number"] = String(answer.number);
  if (half) halfmade.restore(document, half);
  if (moved && quiet) settle();
  if (decided && !quiet) {
    if (stays) return;
    if (side) side.scrollTop = 0;
    attend();
  } else if (side) side.scrollTop = scrolled;
}

/** After a step of one's own the focus goes to what comes next. */
function attend(): void {
  const target = decision()?.querySelector<HTMLElement>("[data-autofocus]") ?? decision()?.querySelector<HTMLElement>("h2");
  const elsewhere = document.activeElement?.closest("[data-part=history], [data-part=tabs], [data-part=panel]");
  if (!elsewhere) target?.focus({ preventScroll: true });
}

/** Where the focus is in a part, so that it can be found again in the new one. */
function mark(root: HTMLElement): string | null {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement || active instanceof SVGElement) || !root.contains(active)) return null;
  if (active.id) return `#${CSS.escape(active.id)}`;
  const { hotkey, tab, hex } = active.dataset;
  if (hotkey) return `[data-hotkey="${CSS.escape(hotkey)}"]`;
  if (tab) return `[data-tab="${tab}"]`;
  if (hex) return `[role=button][data-hex="${CSS.escape(hex)}"]`;
  return active.matches("h2, input, select") ? active.tagName : "a, button";
}

function refocus(root: HTMLElement, selector: string): void {
  const active = document.activeElement;
  if (active && root.contains(active) && active.matches(selector)) return;
  const found = root.querySelector<HTMLElement>(selector) ?? root.querySelector<HTMLElement>("h2[tabindex], a, button");
  found?.focus({ preventScroll: true });
}

/** On a small screen a place is looked at on the map. */
function toMap(link: HTMLAnchorElement): string {
  const url = new URL(link.href);
  if (isSmall() && url.searchParams.has("hex") && !url.searchParams.has("tab")) url.searchParams.set("tab", "map");
  return url.href;
}

function clicked(event: MouseEvent): void {
  const link = near(event, "a[data-swap]");
  if (link instanceof HTMLAnchorElement && !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0) {
    event.preventDefault();
    void go(toMap(link), { push: link.dataset["swap"] === "push" });
  }
  const note = near(event, "[data-close]")?.closest<HTMLElement>("[data-part]");
  if (note) {
    if (note.dataset["part"] === "news") seen();
    note.replaceChildren();
    note.dataset["version"] = "";
  }
}

function submitted(event: SubmitEvent): void {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.dataset["swap"] === undefined) return;
  event.preventDefault();
  const choice = form.dataset["choice"];
  if (choice && wants("confirm")) {
    void go(choice);
    return;
  }
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === "string") fields.append(name, value);
  if (form.method === "post") {
    if (form.dataset["sent"]) return;
    form.dataset["sent"] = "1";
    void go(form.action, { body: fields }).finally(() => delete form.dataset["sent"]);
  } else {
    void go(`${form.action.split("?")[0]}?${fields}`);
  }
}

/** What changed under somebody's finger a moment ago is not what he meant to press. */
function settle(): void {
  const root = decision();
  root?.classList.add("settling");
  clearTimeout(settling);
  settling = setTimeout(() => root?.classList.remove("settling"), SETTLING);
}

function tooSoon(event: Event): void {
  if (!near(event, "[data-part=decision].settling")) return;
  event.preventDefault();
  event.stopPropagation();
}

export function start(): void {
  document.addEventListener("click", tooSoon, true);
  document.addEventListener("click", clicked);
  document.addEventListener("submit", submitted);
  addEventListener("popstate", () => void go(location.href, { push: false }));
  // What takes a while to find is asked for as soon as the page stands.
  onSwap((root) => {
    const wanted = root.querySelector<HTMLElement>("[data-auto]");
    if (!wanted) return;
    wanted.classList.add("is-searching");
    setTimeout(() => {
      if (document.contains(wanted) && part("decision")?.contains(wanted)) void go(wanted.dataset["auto"] ?? "", { push: false });
    }, 0);
  });
}
