/** Asia/Manila decides every day, month and cut-off. It is UTC+8 all year. */
const OFFSET_MS = 8 * 60 * 60 * 1000;

/** The calendar day in Manila, 'yyyy-MM-dd'. */
export function manilaDate(at: Date): string {
  const shifted = new Date(at.getTime() + OFFSET_MS);
  const two = (value: number) => value.toString().padStart(2, "0");
  return `${shifted.getUTCFullYear().toString().padStart(4, "0")}-${two(shifted.getUTCMonth() + 1)}-${two(shifted.getUTCDate())}`;
}

/** The calendar month in Manila, 'yyyy-MM'. */
export function manilaMonth(at: Date): string {
  return manilaDate(at).slice(0, 7);
}

/** 'yyyy-MM-dd' moved by whole days. */
export function addDays(day: string, days: number): string {
  const moved = new Date(`${day}T00:00:00Z`);
  moved.setUTCDate(moved.getUTCDate() + days);
  return manilaDate(new Date(moved.getTime() - OFFSET_MS));
}
