/** A value that reads differently in each language. */
type InEachLanguage = { en: string; fil: string };

/** What stands in a text in the place of a name in braces, alike in both languages or in each its own. */
export type RefusalValues = Record<string, string | InEachLanguage>;

/**
 * '{fee} is taken' with its values. A sentence of which a value is not known is left out: what was refused within a
 * posting does not know what there was.
 */
export function filledIn(
  text: string,
  language: keyof InEachLanguage,
  values: RefusalValues,
): string {
  const isKnown = (sentence: string) =>
    [...sentence.matchAll(NAMES)].every(([, name = ""]) => values[name] !== undefined);
  const sentences = text.match(SENTENCES) ?? [text];
  const known = sentences.filter(isKnown);
  return (known.length === 0 ? sentences : known)
    .join(" ")
    .replaceAll(NAMES, (whole, name: string) => {
      const value = values[name] ?? whole;
      return typeof value === "string" ? value : value[language];
    });
}

const NAMES = /\{(\w+)\}/g;
const SENTENCES = /[^ ].*?(?:[.?!](?= )|$)/gs;
