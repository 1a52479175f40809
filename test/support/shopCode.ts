import { checksum, writeField } from "#common/qrFields.ts";

type ShopCode = {
  /** Whoever takes payments for it: BDO, unless said. */
  bic?: string;
  number?: string;
  name?: string;
  city?: string;
  /** Decimal text; for any amount where it is left out. */
  amount?: string;
  reference?: string;
  store?: string;
  terminal?: string;
};

/** A shop's code of QR Ph, static or for one payment. */
export function shopCode(shop: ShopCode): string {
  const inside = (...fields: [tag: string, value: string | undefined][]) =>
    fields.map(([tag, value]) => (value === undefined ? "" : writeField(tag, value))).join("");
  const more = inside(["03", shop.store], ["05", shop.reference], ["07", shop.terminal]);
  const body = inside(
    ["00", "01"],
    ["01", shop.amount === undefined ? "11" : "12"],
    [
      "28",
      inside(
        ["00", "ph.ppmi.p2m"],
        ["01", shop.bic ?? "BNORPHMMXXX"],
        ["03", shop.number ?? "109450542671"],
      ),
    ],
    ["52", "5411"],
    ["53", "608"],
    ["54", shop.amount],
    ["58", "PH"],
    ["59", shop.name ?? "Aling Nena Store"],
    ["60", shop.city ?? "Quezon City"],
    ["62", more === "" ? undefined : more],
  );
  return `${body}6304${checksum(`${body}6304`)}`;
}
