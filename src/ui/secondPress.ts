/**
 * A finger that presses twice means one press. When the first one closed a dialog, opened one or changed the
 * page, the second hits whatever has come to lie under the finger; that one is dropped. Whoever entered
 * something in between means it. What is dropped is told to the page as the event 'pressdropped', since
 * nobody else hears of it.
 */

/** As long as a double press lasts. */
const SECOND_PRESS_MS = 500;
/** As far as a finger moves between the two, in CSS pixels. */
const SAME_PLACE_PX = 24;

let first: Press | undefined;
/** What pressed last. A mouse's second press is told as such; of a finger's, time and place are all there is. */
let pointer = "mouse";

type Press = { target: Element; at: number; x: number; y: number };

if (typeof window !== "undefined") {
  window.addEventListener("pointerdown", ({ pointerType }) => (pointer = pointerType), {
    capture: true,
    passive: true,
  });
  window.addEventListener("mousedown", onPress, { capture: true });
  window.addEventListener("click", onPress, { capture: true });
  for (const entry of ["input", "keydown"]) {
    window.addEventListener(entry, () => (first = undefined), { capture: true, passive: true });
  }
}

function onPress(event: MouseEvent): void {
  const { target, timeStamp: at, clientX: x, clientY: y } = event;
  // A key, or the page itself, presses nowhere.
  if (!(target instanceof Element) || event.detail === 0) return;
  if (first !== undefined && isSecond(first, event) && isOutOfReach(first.target, target)) {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.type === "click") window.dispatchEvent(new Event("pressdropped"));
    return;
  }
  if (event.type === "click") first = { target, at, x, y };
}

const isSecond = (
  { at, x, y }: Press,
  { timeStamp, clientX, clientY, detail }: MouseEvent,
): boolean =>
  (pointer !== "mouse" || detail > 1) &&
  timeStamp - at < SECOND_PRESS_MS &&
  Math.hypot(clientX - x, clientY - y) < SAME_PLACE_PX;

/** What was pressed first is gone, or a dialog that was opened since lies above it. */
function isOutOfReach(pressed: Element, now: Element): boolean {
  if (!pressed.isConnected || !pressed.checkVisibility()) return true;
  const dialog = now.closest("dialog:modal");
  return dialog !== null && !dialog.contains(pressed);
}
