import * as z from "zod/mini";
import { isReceiptCode, readPaperCode } from "#common/paperCode.ts";
import { pesosOut } from "./amounts.ts";
import { endpoint } from "./endpoint.ts";
import { codeText, fieldTexts, textFor, uuid } from "./fields.ts";
import { transferRefNo, transferState } from "./transfers.ts";

export const getTransferReceipt = endpoint({
  name: "getTransferReceipt",
  method: "GET",
  path: "/members/{guid}/transfers/{refNo}/receipt",
  summary: "The receipt of one of the member's transfers as PDF, in the language of the call",
  access: "member",
  params: z.object({ guid: uuid, refNo: transferRefNo }),
  file: "document",
  refusals: ["not_found", "busy", "unavailable"],
});

export const makeReceiptCode = endpoint({
  name: "makeReceiptCode",
  method: "POST",
  path: "/members/{guid}/transfers/{refNo}/receipt/code",
  summary:
    "The code for the receipt of one of the member's transfers, by which whoever is shown it has it checked: the same whenever it is asked for",
  access: "member",
  params: z.object({ guid: uuid, refNo: transferRefNo }),
  result: z.object({
    /** 12 letters and digits. */
    code: z.string(),
  }),
  refusals: ["not_found"],
});

/** What a receipt of ours says, and how the transfer stands now: nothing else that is not on it. */
const checkedReceipt = z.object({
  amount: pesosOut,
  /** When it was ordered, ISO 8601. */
  at: z.string(),
  /** The bank that it went to; null for an account in our own house. */
  bank: z.nullable(z.string()),
  /** The last four digits of the account that it went to. */
  lastFour: z.string(),
  state: transferState,
});
export type CheckedReceipt = z.output<typeof checkedReceipt>;

export const checkReceipt = endpoint({
  name: "checkReceipt",
  method: "POST",
  path: "/receipts/check",
  summary:
    "What the receipt with this code says and how its transfer stands now, for whoever is shown it; null where no receipt of ours has it",
  access: "public",
  bodyType: "json",
  body: z.object({
    receiptCode: codeText(fieldTexts.required).check(
      z.overwrite(readPaperCode),
      z.refine(isReceiptCode, { error: textFor(fieldTexts.invalid) }),
    ),
  }),
  result: z.object({ receipt: z.nullable(checkedReceipt) }),
  refusals: ["too_many_requests"],
});

export const receiptCalls = [getTransferReceipt, makeReceiptCode, checkReceipt] as const;
