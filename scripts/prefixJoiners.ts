import type { Plugin } from "vite";

const PREFIX = /\b(mag|nag|pag|ma|na|i)-(?=[A-Za-z])/gi;
const HOTLINE = "${brand.phone}";
const WORD_JOINER = "\u2060";

/**
 * Puts a word joiner (U+2060) after the hyphen of a Filipino prefix, so that a line never ends in
 * 'i-' with its verb on the next, and after that of the hotline's number, which is read off as one.
 * Works on the catalogues of texts while they are built.
 */
export function prefixJoiners(): Plugin {
  return {
    name: "prefix-joiners",
    enforce: "pre",
    transform(code, id) {
      const language = /\/(?:portal|console)\/texts\/(en|fil)\/\w+\.ts$/.exec(id)?.[1];
      if (language === undefined) return undefined;
      const joined = joinHotline(code);
      return { code: language === "fil" ? joinPrefixes(joined) : joined, map: null };
    },
  };
}

/** 'mag-log in' -> 'mag-<U+2060>log in'. */
export function joinPrefixes(text: string): string {
  return text.replace(PREFIX, (prefix) => prefix + WORD_JOINER);
}

/** The place of the hotline in a text, so that '8555-0142' stands there as '8555-<U+2060>0142'. */
function joinHotline(code: string): string {
  return code.replaceAll(HOTLINE, `\${brand.phone.replaceAll("-", "-${WORD_JOINER}")}`);
}
