/** In milliseconds. Undefined without an offset: each reader would take it for their own zone. */
export function momentOf(text: string): number | undefined {
  const moment = /(?:Z|[+-]\d\d:\d\d)$/.test(text) ? new Date(text).getTime() : Number.NaN;
  return Number.isNaN(moment) ? undefined : moment;
}
