// Fetching the page's parts and putting in those that changed.
const listeners = [];
let running = null;
let latest = 0;

export function onSwap(listener) {
  listeners.push(listener);
  listener(document);
}

function parts() {
  return [...document.querySelectorAll("[data-part]")];
}

function headers() {
  const have = parts().map((part) => `${part.dataset.part}=${part.dataset.version}`);
  return { "X-Towpath-Parts": "1", "X-Towpath-Have": have.join(","), Accept: "application/json" };
}

export async function go(url, { push = true, body = null } = {}) {
  if (running && !body) running.abort();
  const mine = ++latest;
  const stop = new AbortController();
  if (!body) running = stop;
  const wait = setTimeout(() => busy(true), 250);
  try {
    const options = { headers: headers(), signal: stop.signal, redirect: "follow" };
    if (body) Object.assign(options, { method: "POST", body });
    const response = await fetch(url, options);
    const kind = response.headers.get("content-type") || "";
    if (!kind.startsWith("application/json")) throw new Error(await sentence(response));
    const answer = await response.json();
    if (mine !== latest) return;
    apply(answer);
    if (push && answer.url !== location.pathname + location.search) history.pushState({}, "", answer.url);
    else history.replaceState({}, "", answer.url);
  } catch (error) {
    if (error.name === "AbortError") return;
    tell(error instanceof TypeError ? "The table does not answer. Is it still running? Try again in a moment." : error.message);
  } finally {
    clearTimeout(wait);
    busy(false);
  }
}

async function sentence(response) {
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const said = page.querySelector(".error p:not(.code)");
  return said ? said.textContent : `The table answered with ${response.status}.`;
}

function busy(on) {
  document.querySelector("[data-part=decision]")?.classList.toggle("busy", on);
}

function apply(answer) {
  const scrolled = document.querySelector(".act-side")?.scrollTop;
  let decided = false;
  for (const part of parts()) {
    const fresh = answer.parts[part.dataset.part];
    if (!fresh || fresh.html === null || fresh.version === part.dataset.version) continue;
    const focus = mark(part);
    part.innerHTML = fresh.html;
    part.dataset.version = fresh.version;
    if (part.dataset.part === "decision") decided = true;
    else if (focus) restore(part, focus);
    for (const listener of listeners) listener(part);
  }
  document.title = answer.title;
  document.body.dataset.tab = answer.tab;
  const side = document.querySelector(".act-side");
  if (decided) {
    if (side) side.scrollTop = 0;
    const target = document.querySelector("[data-part=decision] [data-autofocus]") || document.querySelector("[data-part=decision] h2");
    const elsewhere = document.activeElement?.closest("[data-part=history], [data-part=tabs], [data-part=panel]");
    if (!elsewhere) target?.focus({ preventScroll: true });
  } else if (side && scrolled !== undefined) {
    side.scrollTop = scrolled;
  }
}

// Where the focus was in a part, so that it can be found again in the new one.
function mark(part) {
  const active = document.activeElement;
  if (!active || !part.contains(active)) return null;
  if (active.dataset.hotkey) return `[data-hotkey="${CSS.escape(active.dataset.hotkey)}"]`;
  if (active.dataset.tab) return `[data-tab="${active.dataset.tab}"]`;
  if (active.hasAttribute("data-slider")) return "[data-slider]";
  if (active.dataset.hex) return `[role=button][data-hex="${CSS.escape(active.dataset.hex)}"]`;
  return "a, button";
}

function restore(part, selector) {
  (part.querySelector(selector) || part.querySelector("a, button"))?.focus({ preventScroll: true });
}

export function tell(text) {
  const part = document.querySelector("[data-part=notice]");
  const note = document.createElement("p");
  note.className = "notice bad";
  const words = document.createElement("span");
  words.textContent = text;
  const close = document.createElement("button");
  close.type = "button";
  close.dataset.close = "";
  close.setAttribute("aria-label", "Close this notice");
  close.textContent = "×";
  note.append(words, close);
  part.replaceChildren(note);
  part.dataset.version = "";
}

// On a small screen a place is looked at on the map.
function toMap(link) {
  const url = new URL(link.href);
  const small = matchMedia("(max-width: 39.99rem)").matches;
  if (small && url.searchParams.has("hex") && !url.searchParams.has("tab")) url.searchParams.set("tab", "map");
  return url.href;
}

export function start() {
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-swap]");
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0) {
      event.preventDefault();
      go(toMap(link), { push: link.dataset.swap === "push" });
    }
    if (event.target.closest("[data-close]")) {
      const part = event.target.closest("[data-part]");
      part.replaceChildren();
      part.dataset.version = "";
    }
  });
  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-swap]");
    if (!form) return;
    event.preventDefault();
    const fields = new URLSearchParams(new FormData(form));
    if (form.method === "post") {
      if (form.dataset.sent) return;
      form.dataset.sent = "1";
      go(form.action, { body: fields }).finally(() => delete form.dataset.sent);
    } else {
      go(`${form.action.split("?")[0]}?${fields}`, { push: true });
    }
  });
  addEventListener("popstate", () => go(location.href, { push: false }));
  // What takes a while to find is asked for as soon as the page stands.
  onSwap((root) => {
    const wanted = root.querySelector("[data-auto]");
    if (!wanted) return;
    wanted.classList.add("is-searching");
    setTimeout(() => {
      if (document.contains(wanted)) go(wanted.dataset.auto, { push: false });
    }, 0);
  });
}
