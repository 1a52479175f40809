/** The moment at which a day of Manila begins; `day` is 'yyyy-MM-dd'. */
export const dayOf = (day: string): Date => new Date(`${day}T00:00:00+08:00`);
