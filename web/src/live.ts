// What others do shows at once. A stream says how far the log has come; what the page lacks is then fetched as ever. Where there is
// no stream (too many pages of one browser, a network that allows none) the table is asked now and then.
import { hidden, known } from "./page";
import { go, isBusy, onFinish } from "./swap";
import { say } from "./words";

interface Told {
  number: number;
  turn: string;
}

const SILENCE = 40_000;
const ASK_EVERY = 20_000;
const HIDDEN_FOR = 5 * 60_000;
const PATIENCE = 2_500;
const RETRY = 1_200;

let source: EventSource | null = null;
let told = 0;
let heardAt = 0;
let fetching = false;
let asking = 0;
let complaint = 0;
let again = 0;

/** Fetch what the page lacks, unless somebody is just fetching something else; then that answer brings it. */
async function catchUp(): Promise<void> {
  if (fetching || isBusy() || told <= known()) return;
  fetching = true;
  const done = await go(location.href, { push: false, quiet: true });
  fetching = false;
  if (!done && told > known()) lost();
}

function hear(text: string): void {
  const news = JSON.parse(text) as Told;
  told = Math.max(told, news.number);
  found();
  void catchUp();
}

function line(): HTMLElement | null {
  return document.querySelector("#connection");
}

/** The table answers. */
function found(): void {
  heardAt = Date.now();
  clearTimeout(complaint);
  complaint = 0;
  const shown = line();
  if (shown) shown.textContent = "";
}

/** The table does not answer. A hiccup is not worth a word. */
function lost(): void {
  complaint ||= setTimeout(() => {
    const shown = line();
    if (shown) shown.textContent = say("Connection lost. Trying again…");
  }, PATIENCE);
  clearTimeout(again);
  again = setTimeout(() => void ask(), RETRY);
}

async function ask(): Promise<void> {
  try {
    const response = await fetch(`${location.pathname}/now`, { headers: { Accept: "application/json", ...hidden() } });
    if (!response.ok) throw new Error(String(response.status));
    hear(await response.text());
    if (!source && !asking && !document.hidden) open();
  } catch {
    lost();
  }
}

function close(): void {
  source?.close();
  source = null;
}

function open(): void {
  close();
  clearInterval(asking);
  asking = 0;
  let answered = false;
  source = new EventSource(`${location.pathname}/stream`);
  source.addEventListener("entry", (event) => {
    answered = true;
    hear(event.data as string);
  });
  source.addEventListener("beat", found);
  // Something that this page could do here is not its any more: what it may show now only the server knows.
  source.addEventListener("shut", () => {
    close();
    location.reload();
  });
  source.addEventListener("error", () => {
    const refused = source?.readyState === EventSource.CLOSED;
    if (refused) close();
    // A stream that was refused is not asked for again and again.
    if (refused && !answered) asking ||= setInterval(() => void ask(), ASK_EVERY);
    lost();
  });
}

/** After sleep a stream may look open and be dead. */
function wake(): void {
  if (document.hidden) return;
  if (!asking && (!source || Date.now() - heardAt > SILENCE)) open();
  void ask();
}

export function start(): void {
  if (!document.body.dataset["game"]) return;
  told = known();
  heardAt = Date.now();
  open();
  onFinish(() => void catchUp());
  let hidden = 0;
  document.addEventListener("visibilitychange", () => {
    clearTimeout(hidden);
    // A page that nobody has looked at for long leaves its connection to others, and asks now and then.
    if (document.hidden) hidden = setTimeout(() => {
      close();
      asking ||= setInterval(() => void ask(), ASK_EVERY);
    }, HIDDEN_FOR);
    else if (asking && !source) open();
    wake();
  });
  addEventListener("online", wake);
  addEventListener("pageshow", (event) => {
    if (event.persisted) open();
  });
  addEventListener("pagehide", close);
  setInterval(() => {
    if (source && Date.now() - heardAt > SILENCE) {
      open();
      lost();
    }
  }, 10_000);
}
