import type { Language } from "./sheet.ts";

const formats = new Map<string, Intl.DateTimeFormat>();

/** 'Jan 5, 2024', in Manila; with the time of day where it matters. */
export function writtenDate(at: Date, language: Language, withTime = false): string {
  const key = `${language} ${withTime}`;
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat(language === "fil" ? "fil-PH" : "en-US", {
      month: "short",
      day: "numeric",
      year: "numeric",
      ...(withTime ? { hour: "numeric", minute: "2-digit" } : {}),
      timeZone: "Asia/Manila",
    });
  formats.set(key, format);
  return format.format(at).replaceAll("\u202f", " ");
}

const days = new Map<string, string>();

/** A day 'yyyy-MM-dd' of Manila, written as above. The rows of a document share a few. */
export function writtenDay(day: string, language: Language): string {
  const key = `${language} ${day}`;
  const known = days.get(key) ?? writtenDate(new Date(`${day}T00:00:00+08:00`), language);
  if (days.size > 100) days.clear();
  days.set(key, known);
  return known;
}
