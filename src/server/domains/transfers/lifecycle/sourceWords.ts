import type { TransferRow } from "./issuerSettled.ts";

type Source = Pick<TransferRow, "card_id" | "source_name" | "source_account_number">;

/**
 * What a transfer left, and where it comes back to, as the sentences of the portal (`from`, `place`) and of the phone
 * (`out`, `spot`) go on: placeholders of notices, their Filipino words beside them.
 */
export function sourceValues({
  card_id: card,
  source_name: name,
  source_account_number: number,
}: Source): Record<string, string> {
  if (card !== null) {
    return {
      from: "your card",
      fromFil: "inyong card",
      place: "on your card",
      placeFil: "card",
      out: "your card",
      outFil: "card",
      spot: "on your card",
      spotFil: "card",
    };
  }
  const tail = number.slice(-4);
  const filipino = `${name} na nagtatapos sa ${tail}`;
  return {
    from: `your ${name} ending in ${tail}`,
    fromFil: `inyong ${filipino}`,
    place: `in your ${name} ending in ${tail}`,
    placeFil: filipino,
    out: `acct ${tail}`,
    outFil: `acct ${tail}`,
    spot: `in acct ${tail}`,
    spotFil: `acct ${tail}`,
  };
}
