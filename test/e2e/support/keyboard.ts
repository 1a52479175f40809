import { expect, type Page } from "@playwright/test";

/**
 * Focuses each control of the page in its order, and back again, as Tab and Shift+Tab would: the bars that stay
 * in sight cover none of it (WCAG 2.4.11). For the narrow width, where they take the most of the screen.
 */
export async function expectFocusUncovered(page: Page): Promise<void> {
  expect(await page.evaluate(coveredControls)).toEqual([]);
}

/** Runs in the page: the controls that lie beneath a bar when they have the focus. */
function coveredControls(): string[] {
  const modal = [...document.querySelectorAll<HTMLElement>("dialog:modal")].at(-1);
  const scope = modal ?? document.body;
  const selector = "a[href], button, input, select, textarea, summary, [tabindex='0']";
  const controls = [...scope.querySelectorAll<HTMLElement>(selector)].filter(
    (element) =>
      element.tabIndex >= 0 &&
      !element.matches(":disabled") &&
      element.closest("[inert]") === null &&
      element.checkVisibility({ visibilityProperty: true }),
  );
  /** What stays in sight above the page, and is no part of where the element is. */
  const barAbove = (element: Element, x: number, y: number): Element | undefined => {
    for (let hit = document.elementFromPoint(x, y); hit !== null; hit = hit.parentElement) {
      if (hit.contains(element)) return undefined;
      const { position } = getComputedStyle(hit);
      if (position === "fixed" || position === "sticky")
        return hit.matches(".toasts") ? undefined : hit;
    }
    return undefined;
  };
  const found = new Set<string>();
  const [first, top] = [document.activeElement, scrollY];
  for (const element of [...controls, ...controls.toReversed()]) {
    element.focus();
    if (document.activeElement !== element) continue;
    const { left, right, top: upper, bottom, height } = element.getBoundingClientRect();
    // What is higher than half the screen cannot be clear of everything.
    const ys = height > innerHeight / 2 ? [] : [upper + 1, (upper + bottom) / 2, bottom - 1];
    const x = Math.min(Math.max((left + right) / 2, 1), innerWidth - 1);
    const bar = ys.map((y) => barAbove(element, x, y)).find((one) => one !== undefined);
    if (bar === undefined) continue;
    const name = element.getAttribute("aria-label") || element.textContent.trim() || element.id;
    found.add(`${name.slice(0, 40)} is beneath ${bar.className}`);
  }
  // As it was: the way to the content covers what it stands on while it has the focus.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  if (first instanceof HTMLElement) first.focus();
  scrollTo(0, top);
  return [...found];
}

type Walk = {
  wanted: HTMLElement[];
  reached: Set<Element | null>;
  complaints: string[];
  /** What had the focus out of what could be seen. */
  outOfSight: { name: string; element: HTMLElement }[];
  isAround: boolean;
  end: () => void;
};

/** More than any screen has controls; a trap would go on for ever. */
const MOST_PRESSES = 120;

/**
 * Goes once around what is on the screen with Tab alone, until it comes back: every control is
 * reached, each one shows that it has the focus, stands where it can be seen, and is of a kind that
 * Enter, Space or the arrows work. Inside a dialog it stays inside.
 */
export async function expectKeyboardWorks(page: Page): Promise<void> {
  // A ring that fades in is not there yet when it is looked for.
  await page.emulateMedia({ reducedMotion: "reduce" });
  let left = await page.evaluate(prepare);
  let presses = 0;
  while (left > 0 && presses < MOST_PRESSES) {
    for (; left > 0; left -= 1, presses += 1) await page.keyboard.press("Tab");
    // Further, stop by stop, past what is not counted: the browser's own controls, a group's second radio.
    left = (await page.evaluate(isAround)) ? 0 : 1;
  }
  await lookAgain(page);
  expect(await page.evaluate(complaintsOf)).toEqual([]);
}

/** A busy browser scrolls to the focus only after the key came up: looks again, with no other key behind it. */
async function lookAgain(page: Page): Promise<void> {
  for (const [place, name] of (await page.evaluate(namesOutOfSight)).entries()) {
    await page.evaluate(focusAgain, place);
    const isSeen = () => page.evaluate(isInSight, place);
    await expect.poll(isSeen, `${name}: has the focus out of sight`).toBe(true);
  }
}

function namesOutOfSight(): string[] {
  // Put there by prepare.
  const walk = Reflect.get(window, "keyboardWalk") as Walk;
  return walk.outOfSight.map(({ name }) => name);
}

function focusAgain(place: number): void {
  const walk = Reflect.get(window, "keyboardWalk") as Walk;
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  walk.outOfSight[place]?.element.focus();
}

function isInSight(place: number): boolean {
  const walk = Reflect.get(window, "keyboardWalk") as Walk;
  const box = walk.outOfSight[place]?.element.getBoundingClientRect();
  if (box === undefined) return false;
  return box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
}

/** Notes all controls that are to be reached, and judges each as it is; answers how many presses that takes. */
function prepare(): number {
  const modal = [...document.querySelectorAll("dialog:modal")].at(-1);
  const scope = modal ?? document.body;
  const selector = "a[href], button, input, select, textarea, summary, [tabindex]";
  const groups = new Set<string>();
  const wanted = [...scope.querySelectorAll<HTMLElement>(selector)].filter((element) => {
    if (element.tabIndex < 0 || element.matches(":disabled") || element.closest("[inert]"))
      return false;
    if (!element.checkVisibility({ visibilityProperty: true })) return false;
    if (!(element instanceof HTMLInputElement) || element.type !== "radio") return true;
    // A group of radio buttons is one stop; the arrows go through it.
    const isFirst = !groups.has(element.name);
    groups.add(element.name);
    return isFirst;
  });
  // How it all looks without the focus: a field's frame, or the box beside it, may show it for the
  // control.
  const looks = (element: Element): string => {
    const parent = element.parentElement;
    const around = [element, parent, parent?.parentElement, ...(parent?.children ?? [])];
    return around
      .filter((one) => one instanceof Element)
      .flatMap((one) => [getComputedStyle(one), getComputedStyle(one, "::before")])
      .map(({ outline, boxShadow, borderColor }) => `${outline} ${boxShadow} ${borderColor}`)
      .join("\n");
  };
  const first = document.activeElement;
  const before = new Map(wanted.map((element) => [element, looks(element)]));
  if (first instanceof HTMLElement) before.delete(first);
  const reached = new Set<Element | null>(first === document.body ? [] : [first]);
  const ending = new AbortController();
  const walk: Walk = {
    wanted,
    reached,
    complaints: [],
    outOfSight: [],
    isAround: false,
    end: () => ending.abort(),
  };
  Reflect.set(window, "keyboardWalk", walk);

  const complaintAbout = (element: Element): string => {
    const name = `<${element.tagName.toLowerCase()}> ${(element.getAttribute("aria-label") || element.id || element.textContent).trim().slice(0, 40)} ${element.className}`;
    if (element instanceof HTMLElement && before.get(element) === looks(element)) {
      return `${name}: the focus cannot be seen`;
    }
    const box = element.getBoundingClientRect();
    const isInView =
      box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
    if (!isInView && element instanceof HTMLElement) walk.outOfSight.push({ name, element });
    const isNative = element.matches("a, button, input, select, textarea, summary, dialog");
    const isControl = isNative || element.getAttribute("role") !== null;
    // What scrolls is reached to be scrolled, and has a name.
    const { overflowX, overflowY } = getComputedStyle(element);
    const isScroller =
      element.matches("section[aria-label]") &&
      [overflowX, overflowY].some((overflow) => overflow === "auto" || overflow === "scroll");
    return isControl || isScroller ? "" : `${name}: takes the focus and is no control`;
  };
  // When the key comes up, the focus has moved and the page has scrolled to it.
  let last: Element | null = first === document.body ? null : first;
  const look = ({ key }: KeyboardEvent) => {
    const element = document.activeElement;
    // Day, month and year of a date are stops of one control.
    const isSame = element === last;
    last = element;
    if (isSame) return;
    // Between the last control and the first, the browser's own have the focus.
    if (key !== "Tab" || element === null || element === document.body) return;
    if (reached.has(element)) {
      walk.isAround = true;
      return;
    }
    reached.add(element);
    const complaint = complaintAbout(element);
    if (complaint !== "") walk.complaints.push(complaint);
  };
  window.addEventListener("keyup", look, { capture: true, signal: ending.signal });
  return wanted.length + 1;
}

/** Whether Tab came back to where it has been. */
function isAround(): boolean {
  // Put there by prepare.
  return (Reflect.get(window, "keyboardWalk") as Walk).isAround;
}

/** What was wrong on the way, and the controls that were never reached. */
function complaintsOf(): string[] {
  // Put there by prepare.
  const walk = Reflect.get(window, "keyboardWalk") as Walk;
  const { wanted, reached, complaints } = walk;
  walk.end();
  const names = new Set(
    [...reached].flatMap((one) => (one instanceof HTMLInputElement ? [one.name] : [])),
  );
  const missed = wanted
    // What closed by itself meanwhile, as a toast does, cannot be reached any more.
    .filter((element) => element.isConnected && !reached.has(element))
    .filter((element) => {
      const isRadio = element instanceof HTMLInputElement && element.type === "radio";
      return !(isRadio && names.has(element.name));
    })
    .map((element) => `never reached: ${element.outerHTML.slice(0, 120)}`);
  const trapped = walk.isAround ? [] : ["Tab never came around"];
  return [...complaints, ...trapped, ...missed];
}
