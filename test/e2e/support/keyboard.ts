import { expect, type Page } from "@playwright/test";

type Walk = {
  wanted: HTMLElement[];
  reached: Set<Element | null>;
  looks: (element: Element) => string;
  before: Map<HTMLElement, string>;
};

/** More than any screen has controls; a trap would go on for ever. */
const MOST_PRESSES = 120;

/**
 * Goes once around what is on the screen with Tab alone, until it comes back: every control is
 * reached, each one shows that it has the focus, stands where it can be seen, and is of a kind that
 * Enter, Space or the arrows work. Inside a dialog it stays inside.
 */
export async function expectKeyboardWorks(page: Page): Promise<void> {
  const complaints: string[] = [];
  // A ring that fades in is not there yet when it is looked for.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.evaluate(prepare);
  for (let press = 0; press < MOST_PRESSES; press += 1) {
    await page.keyboard.press("Tab");
    const { isAround, complaint } = await page.evaluate(look);
    if (complaint !== "") complaints.push(complaint);
    if (isAround) break;
    if (press === MOST_PRESSES - 1) complaints.push("Tab never came around");
  }
  complaints.push(...(await page.evaluate(missed)));
  expect(complaints).toEqual([]);
}

/** Notes all controls that are to be reached. */
function prepare(): void {
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
  const walk: Walk = { wanted, reached, looks, before };
  Reflect.set(window, "keyboardWalk", walk);
}

/** Judges what has the focus now. */
function look(): { isAround: boolean; complaint: string } {
  // Put there by prepare.
  const walk = Reflect.get(window, "keyboardWalk") as Walk;
  const element = document.activeElement;
  // Between the last control and the first, the browser's own have the focus.
  if (element === null || element === document.body) return { isAround: false, complaint: "" };
  if (walk.reached.has(element)) return { isAround: true, complaint: "" };
  walk.reached.add(element);
  const name = `<${element.tagName.toLowerCase()}> ${(element.getAttribute("aria-label") || element.id || element.textContent).trim().slice(0, 40)} ${element.className}`;
  if (element instanceof HTMLElement && walk.before.get(element) === walk.looks(element)) {
    return { isAround: false, complaint: `${name}: the focus cannot be seen` };
  }
  const box = element.getBoundingClientRect();
  const isInView =
    box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  if (!isInView) return { isAround: false, complaint: `${name}: has the focus out of sight` };
  const isNative = element.matches("a, button, input, select, textarea, summary, dialog");
  if (!isNative && element.getAttribute("role") === null) {
    return { isAround: false, complaint: `${name}: takes the focus and is no control` };
  }
  return { isAround: false, complaint: "" };
}

/** The controls that were never reached. */
function missed(): string[] {
  // Put there by prepare.
  const { wanted, reached } = Reflect.get(window, "keyboardWalk") as Walk;
  const names = new Set(
    [...reached].flatMap((one) => (one instanceof HTMLInputElement ? [one.name] : [])),
  );
  return wanted
    .filter((element) => !reached.has(element))
    .filter((element) => {
      const isRadio = element instanceof HTMLInputElement && element.type === "radio";
      return !(isRadio && names.has(element.name));
    })
    .map((element) => `never reached: ${element.outerHTML.slice(0, 120)}`);
}
