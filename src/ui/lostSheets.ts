/**
 * The sheets that could not be fetched. What Vite writes before an import() asks for each sheet once: a part that
 * came with another try would stand there without its look.
 */
const lost = new Set<HTMLLinkElement>();

if (typeof document !== "undefined") {
  document.addEventListener(
    "error",
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === "stylesheet") lost.add(target);
    },
    { capture: true },
  );
}

let fetching: Promise<unknown> | undefined;

/** Fetches them again; rejects while one cannot be had. */
export async function fetchLostSheets(): Promise<void> {
  fetching ??= Promise.all([...lost].map(fetchAnew)).finally(() => {
    fetching = undefined;
  });
  await fetching;
}

/** A new element in the place of the one that failed: of that one a browser asks for nothing more. */
function fetchAnew(failed: HTMLLinkElement): Promise<void> {
  // Of the same class as what it is made from.
  const anew = failed.cloneNode() as HTMLLinkElement;
  return new Promise((resolve, reject) => {
    anew.addEventListener("load", () => resolve());
    anew.addEventListener("error", () => reject(new Error(`${anew.href} could not be fetched.`)));
    lost.delete(failed);
    failed.replaceWith(anew);
  });
}
