/** A percentage is a whole number of thousandths of a percent: 5250 is 5.25 %. */
const PERCENT = /^(0|[1-9]\d{0,2})(?:\.(\d{1,3}))?$/;

/** '5.25' -> 5250. Undefined for what is no percentage, or more than a hundred. */
export function parsePercent(text: string): number | undefined {
  const [, whole, fraction = ""] = PERCENT.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const thousandths = Number(whole) * 1000 + Number(fraction.padEnd(3, "0"));
  return thousandths <= 100_000 ? thousandths : undefined;
}

/** 5250 -> '5.25', 5000 -> '5.00', 5255 -> '5.255': two decimals, and the third where there is one. */
export function percentOf(thousandths: number): string {
  const digits = String(thousandths).padStart(4, "0");
  const text = `${digits.slice(0, -3)}.${digits.slice(-3)}`;
  return text.endsWith("0") ? text.slice(0, -1) : text;
}
