import type pg from "pg";
import { isBatched, TRANSFER_KINDS, type TransferKind } from "#contract/transferKinds.ts";

/** Whether an order of orderCases.ts pays a shop. */
export const SHOPS = [
  "none",
  "by its code",
  "by another bank's code",
  "by a code for one payment that is paid",
] as const;
type Case = { shop: (typeof SHOPS)[number] };

/** Only what a rail carries at once pays one. */
export const isToShop = (kind: TransferKind, { shop }: Case): boolean => {
  const { rail } = TRANSFER_KINDS[kind];
  return shop !== "none" && rail !== null && !isBatched(rail);
};

/** What the code of the case's shop says, as the SQL functions take it; null where none is paid. */
export const shopOf = (kind: TransferKind, of: Case): string | null =>
  isToShop(kind, of)
    ? JSON.stringify({
        acquirer: of.shop === "by another bank's code" ? "GXCHPHM2XXX" : "BNORPHMMXXX",
        city: "Makati",
        category: "5411",
        reference: "R1",
        store: "S1",
        terminal: "",
        once: of.shop === "by a code for one payment that is paid" ? "a hash" : "",
      })
    : null;

/** That the member of the case has paid its code already, to whomever. */
export async function stageShop(
  client: pg.Client,
  { kind, of, memberId, at }: { kind: TransferKind; of: Case; memberId: bigint; at: Date },
): Promise<void> {
  if (of.shop !== "by a code for one payment that is paid" || !isToShop(kind, of)) return;
  await client.query(
    `insert into transfer (ref_no, kind, member_id, card_id, source_account_number, source_name,
       destination_account_number, amount_centavos, fee_centavos, state, accepted_at, credited_at, correlation_id, shop)
     values ('IP261120-0000000002', $1, $2, coalesce((select id from card where member_id = $2), 0), '', 'EON',
       '999999999999', 1000, 0, 'credited', $3, $3, 'test', $4)`,
    [kind, memberId, new Date(at.getTime() - 3_600_000), shopOf(kind, of)],
  );
}
