/** Something that moved: how much the page counts it, and what went from where to where. */
export type Shift = {
  value: number;
  at: number;
  sources: { node: string; from: string; to: string }[];
};

/** An answer to a press, in milliseconds: until it was drawn, and of that until it began and what the page did. */
export type Answered = { ms: number; waited: number; worked: number };

export type Seen = { lcp: number; lcpOf: string; slowest: Answered; shifts: Shift[] };

/**
 * Runs in each document before anything else of it, as text: what Chromium itself tells of paints, shifts and
 * presses. What it needs stands in it.
 */
export function observe(): void {
  const firstLook: Seen = {
    lcp: 0,
    lcpOf: "",
    slowest: { ms: 0, waited: 0, worked: 0 },
    shifts: [],
  };
  Object.assign(window, { firstLook });

  const nameOf = (node: Node | null): string => {
    const element = node instanceof Element ? node : node?.parentElement;
    if (!element) return "gone";
    const classes = [...element.classList].map((name) => `.${name}`).join("");
    const id = element.id === "" ? "" : `#${element.id}`;
    const own = `${element.localName}${id}${classes}`;
    const { parentElement: parent } = element;
    return parent && id === "" && classes === "" ? `${nameOf(parent)} > ${own}` : own;
  };
  const place = ({ x, y, width, height }: DOMRectReadOnly) =>
    `${Math.round(x)},${Math.round(y)} ${Math.round(width)}x${Math.round(height)}`;

  type Paint = PerformanceEntry & { element: Element | null };
  type Source = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect };
  type Moved = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Source[] };

  // The DOM's types know none of these entries.
  const watch = <Entry extends PerformanceEntry>(type: string, tell: (entry: Entry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) tell(entry as Entry);
    }).observe({ type, buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  watch<Paint>("largest-contentful-paint", ({ startTime, element }) =>
    Object.assign(firstLook, {
      lcp: startTime,
      lcpOf: `${nameOf(element)} "${element?.textContent.slice(0, 40) ?? ""}"`,
    }),
  );
  watch<Moved>("layout-shift", ({ value, startTime, hadRecentInput, sources }) => {
    if (hadRecentInput) return;
    const told = sources.map(({ node, previousRect, currentRect }) => ({
      node: nameOf(node),
      from: place(previousRect),
      to: place(currentRect),
    }));
    firstLook.shifts.push({ value, at: Math.round(startTime), sources: told });
  });
  watch<PerformanceEventTiming>("event", (entry) => {
    if (!("interactionId" in entry) || entry.interactionId === 0) return;
    if (entry.duration <= firstLook.slowest.ms) return;
    const { startTime, processingStart, processingEnd, duration } = entry;
    firstLook.slowest = {
      ms: duration,
      waited: Math.round(processingStart - startTime),
      worked: Math.round(processingEnd - processingStart),
    };
  });
}
