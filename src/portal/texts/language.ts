export type Language = "en" | "fil";

/** Anything that names Filipino is Filipino; the rest is English. */
export function toLanguage(text: string | undefined): Language {
  return text === "fil" || text === "tl" ? "fil" : "en";
}
