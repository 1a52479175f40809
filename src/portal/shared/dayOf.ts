/** The moment at which a day of Manila begins; `day` is 'yyyy-MM-dd'. */
export const dayOf = (day: string): Date => new Date(`${day}T00:00:00+08:00`);

/** Whole days from one day of Manila to a later one. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((dayOf(to).getTime() - dayOf(from).getTime()) / 86_400_000);
