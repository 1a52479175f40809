const SIZE = 11.5;
/** Between the letters, as a part of their size. */
export const SPACING = 0.06;
/** From the left edge of the name to a little before the mark, in units of the card's drawing. */
const ROOM = 236;
/** To a little before the band, which a name on two lines does not cross. */
const ROOM_BEFORE_BAND = 181;

/**
 * A holder's name as it is printed on the card: one line, or two of about the same length, and smaller
 * letters where one of them is still too long. `size` is in units of the card's drawing.
 */
export function holderLines(name: string): { lines: readonly string[]; size: number } {
  const whole = name.trim().replaceAll(/\s+/g, " ").toUpperCase();
  const lines = widthOf(whole) * SIZE <= ROOM ? [whole] : halves(whole);
  const widest = Math.max(...lines.map(widthOf));
  const isWhole = widest * SIZE <= ROOM && lines.length === 1;
  return { lines, size: isWhole ? SIZE : Math.min(SIZE, ROOM_BEFORE_BAND / widest) };
}

/** Rather too wide than too narrow, in parts of the size. */
function widthOf(line: string): number {
  return line.split("").reduce((sum, letter) => sum + letterWidth(letter) + SPACING, 0);
}

function letterWidth(letter: string): number {
  if ("MW".includes(letter)) return 0.9;
  return " .,'-I".includes(letter) ? 0.42 : 0.7;
}

/** At the space nearest the middle. */
function halves(whole: string): readonly string[] {
  const spaces = [...whole.matchAll(/ /g)].map(({ index }) => index);
  const middle = whole.length / 2;
  const [at] = spaces.toSorted((one, other) => Math.abs(one - middle) - Math.abs(other - middle));
  return at === undefined ? [whole] : [whole.slice(0, at), whole.slice(at + 1)];
}
