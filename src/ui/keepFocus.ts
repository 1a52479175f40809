/**
 * After something that had the focus has closed: when its opener is gone, the focus fell to the page's body,
 * where a keyboard begins anew and a screen reader says nothing. Then `otherwise` takes it, or the dialog
 * that is open still, or the heading of the page.
 */
export function keepFocus(otherwise?: () => HTMLElement | null): void {
  // Once all of the change is drawn: the opener may go with it.
  queueMicrotask(() => {
    const { activeElement } = document;
    if (activeElement !== null && activeElement !== document.body) return;
    const modal = [...document.querySelectorAll<HTMLElement>("dialog:modal")].at(-1);
    const next = modal ?? otherwise?.() ?? document.querySelector<HTMLElement>("h1");
    if (next === null) return;
    if (next.tabIndex < 0 && !next.hasAttribute("tabindex")) next.tabIndex = -1;
    next.focus({ preventScroll: next.tagName === "H1" });
  });
}
