/** A line of a plot; undefined where nothing was measured. */
export type Series = { name: string; values: readonly (number | undefined)[] };

export type Plot = {
  title: string;
  /** What the figures are: 'ms', 'a second'. */
  unit: string;
  /** Seconds of each value. */
  at: readonly number[];
  series: readonly Series[];
  /** A figure that should not be crossed. */
  limit?: number;
  /** Steps of ten, for what lies far apart. */
  isLogarithmic?: boolean;
  /** Up to here nothing counts. */
  warmUpSeconds: number;
};

/** Drawn at about the size at which it is seen, on a phone as on a desk, so that its letters stay readable. */
const WIDTH = 380;
const HEIGHT = 210;
const LEFT = 44;
const RIGHT = 8;
const TOP = 8;
const BOTTOM = 24;
const TICKS = 4;

type Scale = { ticks: number[]; y: (value: number) => number };

/** The plot as a figure of HTML with an SVG in it; colours are the page's. */
export function drawPlot(plot: Plot): string {
  const last = plot.at.at(-1) ?? 1;
  const x = (second: number) => LEFT + ((WIDTH - LEFT - RIGHT) * second) / Math.max(1, last);
  const values = plot.series.flatMap((series) => series.values.filter((one) => one !== undefined));
  const scale = (plot.isLogarithmic === true ? logarithmic : linear)([...values, plot.limit ?? 0]);
  const legend = plot.series
    .map(({ name }, place) => `<li class="s${place}">${escapeText(name)}</li>`)
    .join("");
  const words = `${plot.title}: ${plot.series.map(({ name }) => name).join(", ")} over time`;
  return `<figure>
<figcaption><b>${escapeText(plot.title)}</b> <span>${escapeText(plot.unit)}</span><ul>${legend}</ul></figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escapeText(words)}">
<rect class="warm" x="${LEFT}" y="${TOP}" width="${round(x(Math.min(last, plot.warmUpSeconds)) - LEFT)}" height="${HEIGHT - TOP - BOTTOM}"/>
${scale.ticks.map((tick) => tickLine(tick, scale)).join("\n")}
${timeTicks(last)
  .map((tick) => timeTick(tick, x(tick)))
  .join("\n")}
${plot.limit === undefined ? "" : limitLine(scale.y(plot.limit))}
${plot.series.map((series, place) => pathOf(series, place, plot.at, x, scale)).join("\n")}
</svg></figure>`;
}

export function escapeText(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

function linear(values: readonly number[]): Scale {
  // Where nothing happened there is an empty plot, not one of nothings.
  const most = Math.max(...values) || 1;
  const step = niceStep(most / TICKS);
  const top = Math.ceil(most / step) * step;
  const ticks = Array.from({ length: Math.round(top / step) + 1 }, (_, place) => place * step);
  return { ticks, y: (value) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / top) };
}

function logarithmic(values: readonly number[]): Scale {
  const positive = values.filter((value) => value > 0);
  const low = Math.floor(Math.log10(Math.min(...positive, 10)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...positive, 1))));
  const ticks = Array.from({ length: high - low + 1 }, (_, place) => 10 ** (low + place));
  const share = (value: number) =>
    (Math.log10(Math.max(value, 10 ** low)) - low) / Math.max(1, high - low);
  return { ticks, y: (value) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - share(value)) };
}

/** 1, 2 or 5 times a power of ten, not less than asked for. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 5, 10].find((times) => times * power >= least * 0.999) ?? 10);
}

function tickLine(tick: number, { y }: Scale): string {
  const at = round(y(tick));
  return `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${at}" y2="${at}"/><text x="${LEFT - 6}" y="${at + 4}" text-anchor="end">${shortNumber(tick)}</text>`;
}

function timeTicks(last: number): number[] {
  const step = [5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600].find(
    (seconds) => last / seconds <= 6,
  );
  const every = step ?? Math.ceil(last / 6);
  return Array.from({ length: Math.floor(last / every) + 1 }, (_, place) => place * every);
}

function timeTick(second: number, x: number): string {
  const minutes = Math.floor(second / 60);
  const text = `${minutes}:${String(Math.round(second % 60)).padStart(2, "0")}`;
  // The last one would run out of the picture.
  const anchor = x > WIDTH - 30 ? "end" : "middle";
  return `<text x="${round(x)}" y="${HEIGHT - 7}" text-anchor="${anchor}">${text}</text>`;
}

function limitLine(y: number): string {
  return `<line class="limit" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${round(y)}" y2="${round(y)}"/>`;
}

function pathOf(
  { values }: Series,
  place: number,
  at: readonly number[],
  x: (second: number) => number,
  { y }: Scale,
): string {
  let isDown = false;
  const steps = values.flatMap((value, n) => {
    if (value === undefined) {
      isDown = false;
      return [];
    }
    // A point by itself is seen too: a line of no length with a round end.
    const step = `${isDown ? "L" : "M"}${round(x(at[n] ?? 0))} ${round(y(value))}${isDown ? "" : "h0"}`;
    isDown = true;
    return [step];
  });
  return `<path class="s${place}" d="${steps.join("")}"/>`;
}

function shortNumber(value: number): string {
  if (value >= 1_000_000) return `${round(value / 1_000_000)}m`;
  if (value >= 10_000) return `${round(value / 1_000)}k`;
  return String(round(value));
}

const round = (value: number) => Math.round(value * 100) / 100;
