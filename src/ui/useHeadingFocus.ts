import { type RefObject, useLayoutEffect, useRef } from "react";

/** The page where a heading last took the focus. */
let arrived = "";

/** The router gives each visit of a page its key. */
function visit(title: string | null): string {
  const state: unknown = history.state;
  const key = typeof state === "object" && state !== null ? Reflect.get(state, "key") : undefined;
  return [key, location.href, title].join(" ");
}

/**
 * Gives the focus to the heading of a page, in the same step in which the page is drawn: a press that comes
 * with the first look keeps its own focus. Once for each `occasion`, also when the page was hidden meanwhile.
 * Where the page is drawn anew within one visit (its data has come), a focus that is elsewhere by then stays
 * there; so does one in a panel.
 */
export function useHeadingFocus(heading: RefObject<HTMLElement | null>, occasion = ""): void {
  const given = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (given.current === occasion) return;
    given.current = occasion;
    const { activeElement } = document;
    if (activeElement?.closest("dialog.pop")) return;
    const page = visit(heading.current?.textContent ?? "");
    if (page === arrived && activeElement !== null && activeElement !== document.body) return;
    arrived = page;
    heading.current?.focus({ preventScroll: true });
  });
}
