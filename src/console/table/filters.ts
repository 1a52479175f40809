import { parsePesos } from "#common/money.ts";
import { formatDate } from "#ui/DateText.tsx";
import type { Catalogue } from "#console/texts/texts.ts";

/** One thing a list is filtered by. `key`, or `fromKey` and `toKey`, are its names in address and call. */
export type Filter = { label: string } &
  /**
   * isWhole: the server looks for the whole text, not for a part of it. isPersonal: it may be a person's name
   * or number, which stands in no address and no saved view.
   */
  (
    | { type: "text"; key: string; isWhole?: true; isPersonal?: true }
    | { type: "choice"; key: string; choices: readonly { value: string; label: string }[] }
    | { type: "days" | "numbers" | "amounts"; fromKey: string; toKey: string }
  );

/** The names that a filter has in the address. */
export function keysOf(filter: Filter): readonly string[] {
  return "key" in filter ? [filter.key] : [filter.fromKey, filter.toKey];
}

/** The names of the filters that may hold a person's name or number. */
export function personalKeys(filters: readonly Filter[]): string[] {
  return filters.flatMap((filter) =>
    filter.type === "text" && filter.isPersonal === true ? [filter.key] : [],
  );
}

/** What the filter asks for, in words; undefined when it is not used. */
export function filterText(
  filter: Filter,
  get: (key: string) => string | undefined,
  texts: Catalogue["table"],
  language: string,
): string | undefined {
  if ("key" in filter) {
    const value = get(filter.key);
    if (value === undefined || filter.type === "text") return value;
    return filter.choices.find((choice) => choice.value === value)?.label ?? value;
  }
  const written = (value: string) =>
    filter.type === "days" ? dayText(value, language) : numberText(value);
  const [from, to] = [get(filter.fromKey), get(filter.toKey)];
  if (from !== undefined && to !== undefined) return texts.range.both(written(from), written(to));
  if (from !== undefined) return texts.range.from(written(from));
  return to === undefined ? undefined : texts.range.to(written(to));
}

/** Groups of three digits; what is no number stays as it is. */
function numberText(value: string): string {
  const [, whole, decimals = ""] = /^(\d{1,15})(\.\d{1,2})?$/.exec(value) ?? [];
  return whole === undefined ? value : BigInt(whole).toLocaleString("en-US") + decimals;
}

/** Whether the server could read this end of the range; an empty one is none. */
export function isReadable(filter: Filter, value: string): boolean {
  if (value === "") return true;
  if (filter.type === "numbers") return /^\d{1,15}$/.test(value);
  return filter.type !== "amounts" || parsePesos(value) !== undefined;
}

/** A day as people write it; what is no day stays as it is, and the server says so. */
function dayText(day: string, language: string): string {
  const at = new Date(`${day}T00:00:00+08:00`);
  return Number.isNaN(at.getTime()) ? day : formatDate(at, "day", language);
}
