const LONGEST = 200;

/**
 * What a job failed with, fit for a screen: its first line, without long numbers, codes of six digits,
 * addresses' queries and anything that looks like a key.
 */
export function harmlessError(error: string): string {
  const [line = ""] = error.split("\n");
  return line
    .replaceAll(/\?\S+/g, "?…")
    .replaceAll(/[A-Za-z0-9_-]*[A-Za-z][A-Za-z0-9_+/=-]{31,}/g, "…")
    .replaceAll(/\+?\d{7,}/g, "…")
    .replaceAll(/(?<![\d-])\d{6}(?![\d-])/g, "…")
    .slice(0, LONGEST);
}
