/** The palette and stripes of the service ribbons: decoration that always stands beside a text. */
const palette = {
  ink: "#0e2f3a",
  deep: "#0b4a56",
  lagoon: "#0b6a75",
  sea: "#6fbcc0",
  brass: "#e3b459",
  ivory: "#fbf4e2",
  crimson: "#a93a34",
  ember: "#d9793a",
  leaf: "#3f7f55",
  sky: "#4d8fc6",
  navy: "#1f3f73",
  plum: "#6b4068",
  silver: "#b9c5ca",
  slate: "#5b6f78",
} as const;

type Half = readonly (readonly [keyof typeof palette, number])[];

/** Half of each pattern as colour and width; the other half mirrors it about the last stripe. */
const halves = {
  SL: [
    ["lagoon", 5],
    ["ivory", 1.5],
    ["brass", 3],
    ["lagoon", 3],
    ["ink", 4],
  ],
  EM: [
    ["crimson", 6],
    ["ivory", 2],
    ["crimson", 2],
    ["ink", 5],
  ],
  AS: [
    ["ink", 3],
    ["sky", 4],
    ["ivory", 1.5],
    ["sky", 2],
    ["brass", 4],
  ],
  AL: [
    ["leaf", 5],
    ["ivory", 2],
    ["leaf", 2.5],
    ["brass", 3],
  ],
  BL: [
    ["ember", 4],
    ["ink", 1.5],
    ["ivory", 2],
    ["lagoon", 4],
    ["ivory", 3],
  ],
  PL: [
    ["brass", 4],
    ["ink", 2],
    ["plum", 5],
    ["ivory", 3],
  ],
  AP: [
    ["plum", 5],
    ["ivory", 1.5],
    ["brass", 2],
    ["plum", 3],
    ["ivory", 3],
  ],
  OP: [
    ["plum", 3],
    ["silver", 3],
    ["plum", 2],
    ["ink", 5],
  ],
  MT: [
    ["ink", 4],
    ["ember", 3],
    ["ivory", 1.5],
    ["ink", 5],
  ],
  "BL-PVL": [
    ["navy", 4],
    ["silver", 3],
    ["navy", 2],
    ["sky", 5],
  ],
  "BL-VL": [
    ["navy", 5],
    ["ivory", 1.5],
    ["crimson", 3],
    ["navy", 4],
  ],
  DEF: [
    ["slate", 5],
    ["ivory", 2],
    ["slate", 3],
    ["brass", 3],
  ],
  /** The strip of the shell. */
  SHELL: [
    ["lagoon", 5],
    ["ivory", 1],
    ["brass", 2.5],
    ["ivory", 1],
    ["crimson", 2],
    ["navy", 8],
  ],
} as const satisfies Record<string, Half>;

export type RibbonCode = keyof typeof halves;

export type Stripe = { x: number; width: number; colour: string };

/** The stripes of a code's whole ribbon and their total width; an unknown code has the default. */
export function stripesOf(code: string): { stripes: Stripe[]; width: number } {
  const half: Half = isRibbonCode(code) ? halves[code] : halves.DEF;
  const whole = [...half, ...half.slice(0, -1).toReversed()];
  let x = 0;
  const stripes = whole.map(([name, width]) => {
    const stripe = { x, width, colour: palette[name] };
    x += width;
    return stripe;
  });
  return { stripes, width: x };
}

function isRibbonCode(code: string): code is RibbonCode {
  return code in halves;
}
