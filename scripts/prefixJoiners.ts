import type { Plugin } from "vite";

const PREFIX = /\b(mag|nag|pag|ma|na|i)-(?=[A-Za-z])/gi;
const WORD_JOINER = "\u2060";

/**
 * Puts a word joiner (U+2060) after the hyphen of a Filipino prefix, so that a line never ends in
 * 'i-' with its verb on the next. Works on the Filipino catalogues while they are built.
 */
export function prefixJoiners(): Plugin {
  return {
    name: "prefix-joiners",
    enforce: "pre",
    transform(code, id) {
      return /\/(?:portal|console)\/texts\/fil\/\w+\.ts$/.test(id)
        ? { code: joinPrefixes(code), map: null }
        : undefined;
    },
  };
}

/** 'mag-log in' -> 'mag-<U+2060>log in'. */
export function joinPrefixes(text: string): string {
  return text.replace(PREFIX, (prefix) => prefix + WORD_JOINER);
}
