/** A value that reads differently in each language. */
type InEachLanguage = { en: string; fil: string };

/** What stands in a text in the place of a name in braces, alike in both languages or in each its own. */
export type RefusalValues = Record<string, string | InEachLanguage>;

/** '{fee} is taken' with its values; a name without one stays as it is. */
export function filledIn(
  text: string,
  language: keyof InEachLanguage,
  values: RefusalValues,
): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name] ?? whole;
    return typeof value === "string" ? value : value[language];
  });
}
