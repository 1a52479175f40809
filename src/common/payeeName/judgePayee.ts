import { compareNames, type Likeness } from "./compareNames.ts";
import { plain } from "./nameParts.ts";

/** What the other side answers about a name on an account; perhaps with the name, whole or masked. */
export type ToldOfName = { says: Likeness | "unavailable"; name?: string };

/** How a payee stands: what the member reads, and what is kept with the order. */
export type JudgedPayee = { answer: Likeness | "unavailable"; told: string };

/**
 * Judges the name that was typed by what its bank tells. A whole name is compared here, where Filipino names are
 * understood; what the bank says counts on top where it saw a match. Of a masked name the bank's word counts,
 * unless the mask shows another name. `told` is the name that may be shown: of a name that does not match, a mask.
 */
export function judgePayee(typed: string, { says, name = "" }: ToldOfName): JudgedPayee {
  if (says === "unavailable") return { answer: "unavailable", told: "" };
  const written = name.replaceAll(/\p{C}/gu, "").trim();
  if (written === "") return { answer: says, told: "" };
  if (written.includes("*")) {
    const answer = says === "match" && !fitsMask(typed, written) ? "close" : says;
    return { answer, told: written };
  }
  const seen = compareNames(typed, written);
  const answer =
    says === "match" ? ({ match: "match", close: "match", none: "close" } as const)[seen] : seen;
  return { answer, told: answer === "match" ? written : maskName(written) };
}

/** 'Maria Cruz' -> 'MA*** C***': enough to know a person by whom one knows, too little to learn one. */
export function maskName(name: string): string {
  return plain(name)
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word, place) => `${word.slice(0, place === 0 && word.length > 2 ? 2 : 1)}***`)
    .join(" ");
}

/** Whether each word of a mask is one of the name, by the letters that it shows. */
export function fitsMask(name: string, mask: string): boolean {
  const words = plain(name).split(/[^\p{L}\p{N}]+/u);
  return plain(mask)
    .split(/\s+/)
    .filter((part) => part !== "")
    .every((part) => {
      const [start = "", ...rest] = part.replaceAll(/[^\p{L}\p{N}*]/gu, "").split("*");
      const end = rest.at(-1) ?? "";
      const place = words.findIndex((word) => word.startsWith(start) && word.endsWith(end));
      if (place < 0) return false;
      words.splice(place, 1);
      return true;
    });
}
