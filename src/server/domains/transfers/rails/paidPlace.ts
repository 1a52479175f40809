import { shopWord } from "#server/platform/messages/notices/transferTexts.ts";
import type { RailRow } from "./railRow.ts";

/** Where the money of a transfer went, in one word: to a shop that was paid by its code, else to the bank. */
export const paidPlace = (row: Pick<RailRow, "shop" | "rail_account_name" | "bank_name">): string =>
  row.shop === null ? row.bank_name : shopWord(row.rail_account_name);
