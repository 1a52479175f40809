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

/** 'yyyy-MM' moved by whole months. */
export function addMonths(month: string, months: number): string {
  const moved = new Date(`${month}-01T00:00:00Z`);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  return moved.toISOString().slice(0, 7);
}

/** The last day of a month 'yyyy-MM', as 'yyyy-MM-dd'. */
export const lastDayOf = (month: string): string => addDays(`${addMonths(month, 1)}-01`, -1);

/** The moment at which a day begins in Manila. `day` is 'yyyy-MM-dd'. */
const midnight = (day: string): Date => new Date(`${day}T00:00:00+08:00`);

/** When the day in Manila ends: what counts by the day begins anew. */
export const endOfManilaDay = (at: Date): Date => midnight(addDays(manilaDate(at), 1));

/** When the month in Manila ends. */
export function endOfManilaMonth(at: Date): Date {
  return midnight(`${addMonths(manilaMonth(at), 1)}-01`);
}
