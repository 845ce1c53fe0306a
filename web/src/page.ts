// Where things are on the page of a table.

export function part(name: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-part="${name}"]`);
}

export function parts(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("[data-part]")];
}

export const decision = (): HTMLElement | null => part("decision");

/** The element that an event came from, or the nearest around it that fits. */
export function near(event: Event, selector: string): HTMLElement | null {
  const found = event.target instanceof Element ? event.target.closest(selector) : null;
  return found as HTMLElement | null;
}

export const isSmall = (): boolean => matchMedia("(max-width: 39.99rem)").matches;

/** What the table is told of a page that nobody looks at: then a notice may be wanted. */
export const hidden = (): Record<string, string> => (document.hidden ? { "X-Towpath-Hidden": "1" } : {});

/** How many entries the log had when this page was made. */
export const known = (): number => Number(document.body.dataset["number"] ?? 0);

/** What stays when something else is asked for: who sits there, what is tried out, and (on demand) the position. */
const STAYS = ["seat", "sandbox", "step"];

/** The address of the table with other things asked for. */
export function address(query: Record<string, string>, stays: string[] = STAYS): string {
  const asked = new URLSearchParams(query);
  for (const [name, value] of new URLSearchParams(location.search)) if (stays.includes(name) && !asked.has(name)) asked.set(name, value);
  const tab = document.body.dataset["tab"];
  if (tab && tab !== "act" && !asked.has("tab")) asked.set("tab", tab);
  return `${location.pathname}${asked.size ? `?${asked}` : ""}`;
}
