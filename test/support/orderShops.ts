import { isBatched, TRANSFER_KINDS, type TransferKind } from "#contract/transferKinds.ts";

/** Whether an order of orderCases.ts pays a shop. */
export const SHOPS = ["none", "by its code", "by another bank's code"] as const;
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
        acquirer: of.shop === "by its code" ? "BNORPHMMXXX" : "GXCHPHM2XXX",
        city: "Makati",
        category: "5411",
        reference: "R1",
        store: "S1",
        terminal: "",
        once: "",
      })
    : null;
