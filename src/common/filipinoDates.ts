/** As in the contract, which stands above this. */
type Language = "en" | "fil";

const MONTHS: Record<string, string> = {
  Jan: "Ene",
  Feb: "Peb",
  Mar: "Mar",
  Apr: "Abr",
  May: "May",
  Jun: "Hun",
  Jul: "Hul",
  Aug: "Ago",
  Sep: "Set",
  Oct: "Okt",
  Nov: "Nob",
  Dec: "Dis",
};

/** 'Dec 15', 'Dec 15, 2026' and 'Dec 15, 2026, 3:07 PM', and nothing before or after. */
const DATE = /^([A-Z][a-z]{2})(?= \d{1,2}(?:, \d{4}(?:, \d{1,2}:\d{2} [AP]M)?)?$)/;

/** 'Dec 15, 2026' as Filipino has it, which is how the screens write it: 'Dis 15, 2026'. All else stays as it is. */
export function filipinoDate(text: string): string {
  return text.replace(DATE, (month) => MONTHS[month] ?? month);
}

/** The figures of a text with the dates among them in its language. They are kept in English: who reads them may be in either. */
export function datesIn<Value>(
  language: Language,
  values: Readonly<Record<string, Value>>,
): Record<string, Value | string> {
  if (language === "en") return values;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "string" ? filipinoDate(value) : value,
    ]),
  );
}
