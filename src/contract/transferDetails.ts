import { ending } from "./cardNames.ts";
import * as z from "zod/mini";
import { pesosOut } from "./amounts.ts";
import { endpoint } from "./endpoint.ts";
import { fieldTexts, uuid } from "./fields.ts";
import { paidShop } from "./paidShop.ts";
import { TRANSFER_KIND_NAMES } from "./transferKinds.ts";
import { transferRefNo, transferState } from "./transfers.ts";

/** What has happened to a transfer; the last is how it stands. */
export const transferStep = z.enum([
  "accepted",
  "debited",
  "sent",
  "batched",
  "acknowledged",
  "unknown",
  "settled",
  "held",
  "credited",
  "credited_late",
  "rejected",
  "giving_back",
  "returned",
]);
export type TransferStep = z.output<typeof transferStep>;

export const transferDetails = z.object({
  refNo: transferRefNo,
  kind: z.enum(TRANSFER_KIND_NAMES),
  /** From another card to the caller's: what the receiver may know of it. */
  isReceived: z.boolean(),
  tranDate: z.string(),
  state: transferState,
  amount: pesosOut,
  transactionFee: pesosOut,
  total: pesosOut,
  merchant: z.string(),
  transferFrom: z.string(),
  /** The number of the member's own account that it left; null where it left a card. */
  sourceAccount: z._default(z.nullable(z.string()), null),
  /** Who sent it, as others may read it: a given name and an initial; "" for who received it and between own accounts. */
  senderName: z._default(z.string(), ""),
  transferTo: z.string(),
  accountNumber: z.string(),
  accountName: z.string(),
  transferVia: z.string(),
  /** Null within our own house. */
  destinationBank: z.nullable(z.string()),
  /** Of a shop that was paid by its code; its number there is the account, its name the account's. */
  shop: z._default(z.nullable(paidShop), null),
  /** Of PESONet: by when the other bank credits it, ISO 8601. */
  creditBy: z.nullable(z.string()),
  /** False where that day may still be proclaimed a holiday: it is expected then, and not promised. */
  isCreditDayConfirmed: z._default(z.boolean(), true),
  steps: z.array(z.object({ state: transferStep, at: z.string() })),
  /** Why the money came back or is held, in the member's words and language. */
  reason: z.nullable(z.string()),
  /** Whether "report a problem" is offered; until `reportBy`, ISO 8601, a report is in time (terms). */
  canReport: z.boolean(),
  reportBy: z.string(),
});
export type TransferDetails = z.output<typeof transferDetails>;

export const getTransferDetails = endpoint({
  name: "getTransferDetails",
  method: "GET",
  path: "/members/{guid}/card/fundTransferDetails/{refNo}",
  summary: "One transfer: what it was and how it stands",
  access: "member",
  params: z.object({ guid: uuid, refNo: transferRefNo }),
  query: z.object({ tranDate: z.optional(z.iso.date(fieldTexts.invalid)) }),
  result: transferDetails,
  refusals: ["not_found"],
});

/** Where the money came from, as others may see it: of the member's own account the last four digits alone. */
export const shownSource = ({
  transferFrom,
  sourceAccount,
}: Pick<TransferDetails, "transferFrom" | "sourceAccount">): string =>
  sourceAccount === null
    ? transferFrom
    : transferFrom.replace(sourceAccount, ending(sourceAccount));
