import type { CardApplicationTexts } from "#portal/texts/en/cardApplication.ts";

/**
 * A detail as the member reads it (row K04): dates and codes in words, 'N/A' where there is nothing. What
 * is in no form of ours is shown as it came.
 */
export function shownDetail(
  field: string,
  value: string,
  texts: CardApplicationTexts,
  day: (date: Date) => string,
): string {
  if (value.trim() === "") return texts.none;
  switch (field) {
    case "dateOfBirth":
      return birthDate(value, day);
    case "civilStatus":
      return { s: texts.civil.single, m: texts.civil.married }[value.toLowerCase()] ?? value;
    case "gender":
      // Row K04 knows 'm' and anything else.
      return value.toLowerCase() === "m" ? texts.genders.male : texts.genders.female;
    case "nationality":
      return value === "PHL" ? texts.filipino : value;
    default:
      return value;
  }
}

/** '19850704' -> 'July 4, 1985'. */
function birthDate(value: string, day: (date: Date) => string): string {
  const [, year, month, date] = /^(\d{4})(\d{2})(\d{2})$/.exec(value) ?? [];
  const at = new Date(`${year}-${month}-${date}T00:00:00+08:00`);
  return Number.isNaN(at.getTime()) ? value : day(at);
}
