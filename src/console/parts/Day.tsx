import { useLanguage } from "#console/texts/texts.ts";
import { DateText, formatDate } from "#ui/DateText.tsx";

/** 'yyyy-MM-dd' of Manila, or a month as 'yyyy-MM'. */
const partsOf = (on: string) =>
  on.length === 7
    ? ({ at: new Date(`${on}-01T00:00:00+08:00`), form: "month" } as const)
    : ({ at: new Date(`${on}T00:00:00+08:00`), form: "day" } as const);

/** A day ('yyyy-MM-dd') or a month ('yyyy-MM') of the server's as people write it. */
export function dayText(on: string, language: string): string {
  const { at, form } = partsOf(on);
  return formatDate(at, form, language);
}

/** The same, machine-readable as well. */
export function Day({ on }: { on: string }) {
  const language = useLanguage();
  return <DateText {...partsOf(on)} language={language} />;
}
