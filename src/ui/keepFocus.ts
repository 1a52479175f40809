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
    const near = otherwise?.() ?? null;
    const isReached = near !== null && (modal === undefined || modal.contains(near));
    const next = isReached ? near : (modal ?? document.querySelector<HTMLElement>("h1"));
    if (next === null) return;
    if (next.tabIndex < 0 && !next.hasAttribute("tabindex")) next.tabIndex = -1;
    next.focus({ preventScroll: next.tagName === "H1" });
  });
}

/**
 * What is nearest to an element once it has gone: its row, or the heading of what it was in, and never that of the
 * page, which may be far out of sight.
 */
export function besides(element: Element | null): () => HTMLElement | null {
  const around: Element[] = [];
  for (
    let at = element?.parentElement ?? null;
    at !== null && !["HTML", "BODY", "MAIN"].includes(at.tagName);
    at = at.parentElement
  )
    around.push(at);
  return () => {
    for (const at of around) {
      if (!at.isConnected) continue;
      const wanted = at.tagName === "LI" ? "a[href], button, input" : "h2, h3";
      const found = at.querySelector<HTMLElement>(wanted);
      if (found !== null) return found;
    }
    return null;
  };
}

/** While this has the focus: should it be taken out of the page with it, what is nearest has it from then on. */
export function keepFocusOf(pressed: HTMLElement): void {
  const near = besides(pressed);
  const observer = new MutationObserver(() => {
    if (pressed.isConnected) return;
    observer.disconnect();
    keepFocus(near);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  const leave = () =>
    queueMicrotask(() => {
      // Browsers differ in whether what is taken out is left first.
      if (pressed.isConnected) observer.disconnect();
    });
  pressed.addEventListener("blur", leave, { once: true });
}
