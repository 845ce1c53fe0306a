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

/** How many entries the log had when this page was made. */
export const known = (): number => Number(document.body.dataset["number"] ?? 0);

/** The address of the table with other things asked for; the tab stays. */
export function address(query: Record<string, string>): string {
  const asked = new URLSearchParams(query);
  const tab = document.body.dataset["tab"];
  if (tab && tab !== "act" && !asked.has("tab")) asked.set("tab", tab);
  return `${location.pathname}${asked.size ? `?${asked}` : ""}`;
}
