/** The fields that somebody typed into, for as long as they stand there. */
const typedIn = new Set<HTMLInputElement | HTMLTextAreaElement>();

if (typeof document !== "undefined") {
  document.addEventListener(
    "input",
    ({ target }) => {
      if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)
        typedIn.add(target);
    },
    { capture: true },
  );
}

/** Whether the page holds something that was typed and would go with it. */
export function isAnythingTyped(): boolean {
  for (const field of typedIn) {
    if (!field.isConnected) typedIn.delete(field);
    else if (field.value !== "") return true;
  }
  return false;
}
