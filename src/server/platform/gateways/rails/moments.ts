/** In milliseconds. Undefined for a moment that names no offset: it would be that of whichever house reads it. */
export function momentOf(text: string): number | undefined {
  const moment = /(?:Z|[+-]\d\d:\d\d)$/.test(text) ? new Date(text).getTime() : Number.NaN;
  return Number.isNaN(moment) ? undefined : moment;
}
