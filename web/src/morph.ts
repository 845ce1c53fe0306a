// Putting a new part in place of an old one so that what is the same stays the same element: focus, scroll, what is typed.
import { Idiomorph } from "idiomorph";

/** What belongs to the reader and never comes from the server: the view of the map. */
function isReaders(attribute: string, element: Element): boolean {
  return element.matches("svg.tp-map") && (attribute === "viewBox" || attribute === "data-fitted");
}

/** `quiet`: nobody here asked for it, so what was folded open stays open. */
export function morph(old: HTMLElement, html: string, quiet: boolean): void {
  Idiomorph.morph(old, html, {
    morphStyle: "innerHTML",
    callbacks: {
      beforeAttributeUpdated: (attribute, element) =>
        !isReaders(attribute, element) && !(quiet && attribute === "open" && element instanceof HTMLDetailsElement),
    },
  });
}
