// What scripts say, in the language of the page: a page that is not English brings the translations along.
const words = JSON.parse(document.getElementById("words")?.textContent ?? "{}") as Record<string, string>;

/** A text with its `{names}` filled in. Every text said here stands in `server/script_words.py` as well. */
export function say(text: string, values: Record<string, string | number> = {}): string {
  return (words[text] ?? text).replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
