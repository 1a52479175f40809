/**
 * Fetches the program after the first paint, so that reading and typing can start at once on a slow
 * phone.
 */

let isStarted = false;

function start(): void {
  if (isStarted) return;
  isStarted = true;
  void import("./main.tsx").then(({ startPortal }) => startPortal());
}

// The second frame begins when the first has been drawn. A page in the background has no frames.
requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(start)));
addEventListener("load", () => setTimeout(start, 500));
