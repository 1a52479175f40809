import type { Language } from "#contract/refusals.ts";
import type { RailRow } from "./railRow.ts";

type Words = Record<Language, string>;

/** What a transfer left, and where it comes back to, as sentences of the portal and of the phone go on. */
export function sourceWords({
  card_id: card,
  source_name: name,
  source_account_number: number,
}: Pick<RailRow, "card_id" | "source_name" | "source_account_number">): {
  from: Words;
  place: Words;
  onPhone: Words;
} {
  if (card !== null) {
    return {
      from: { en: "your card", fil: "inyong card" },
      place: { en: "on your card", fil: "card" },
      onPhone: { en: "on your card", fil: "card" },
    };
  }
  const tail = number.slice(-4);
  const fil = `${name} na nagtatapos sa ${tail}`;
  return {
    from: { en: `your ${name} ending in ${tail}`, fil: `inyong ${fil}` },
    place: { en: `in your ${name} ending in ${tail}`, fil },
    onPhone: { en: `in acct ${tail}`, fil: `acct ${tail}` },
  };
}
