import { PAYEE_ANSWERS } from "#contract/payeeChecks.ts";
import * as z from "zod/mini";
import { pesosOut } from "#contract/amounts.ts";
import { endpoint } from "#contract/endpoint.ts";
import { codeText, fieldTexts } from "#contract/fields.ts";
import { paidShop } from "#contract/paidShop.ts";
import { TRANSFER_KIND_NAMES } from "#contract/transferKinds.ts";
import { choiceFilter, dayFilter, exportQuery, listAnswer, listQuery, textFilter } from "./list.ts";

/**
 * States of a transfer that has not ended. One that another bank credited and sends back is 'credited' to
 * its member until the money is on the card again.
 */
export const OPEN_TRANSFER_STATES = ["accepted", "sent", "unknown", "credited"] as const;

/**
 * How long it has been under way at least. 'late' are those of the first of them that somebody should have
 * answered for: one over PESONet waits for its cycle before.
 */
export const TRANSFER_AGES = ["late", "minutes", "hour", "day"] as const;
/** How near the time is by which the money must be back. */
export const REFUND_DUES = ["overdue", "hour", "day"] as const;

const SORTS = ["at", "amount", "member", "due"] as const;
const filters = {
  state: choiceFilter(OPEN_TRANSFER_STATES),
  kind: choiceFilter(TRANSFER_KIND_NAMES),
  age: choiceFilter(TRANSFER_AGES),
  due: choiceFilter(REFUND_DUES),
  /** With an exception that nobody has resolved, or without. */
  exception: choiceFilter(["open", "none"]),
  refNo: textFilter,
  member: textFilter,
  /** Days in Manila, both included. */
  from: dayFilter,
  to: dayFilter,
};

const moment = z.string();

const openTransfer = z.object({
  refNo: z.string(),
  kind: z.enum(TRANSFER_KIND_NAMES),
  memberGuid: z.string(),
  member: z.string(),
  membershipNo: z.string(),
  amount: pesosOut,
  fee: pesosOut,
  /** What it left, and its last digits. */
  from: z.string(),
  fromTail: z.string(),
  /** The other bank, of a transfer to one. */
  bankName: z.nullable(z.string()),
  /** The last digits of the account it goes to. */
  accountTail: z.string(),
  state: z.enum(OPEN_TRANSFER_STATES),
  /** ISO 8601. */
  acceptedAt: moment,
  /** How often the partner was asked, and when it is asked next. */
  attempts: z.int(),
  nextInquiryAt: moment,
  /** By when the money must be back where nobody says that it arrived. */
  refundDueAt: z.nullable(moment),
  /** Exceptions that nobody has resolved. */
  openExceptions: z.int(),
});
export type OpenTransfer = z.output<typeof openTransfer>;

export const listOpenTransfers = endpoint({
  name: "listOpenTransfers",
  method: "GET",
  path: "/staff/transfers/open",
  summary: "Transfers that have not ended, the longest waiting first",
  access: "staff",
  action: "transfer.view",
  query: listQuery(SORTS, filters),
  result: listAnswer(openTransfer),
  refusals: [],
});

export const exportOpenTransfers = endpoint({
  name: "exportOpenTransfers",
  method: "GET",
  path: "/staff/transfers/open/export",
  summary: "The filtered list as a file, which is itself recorded",
  access: "staff",
  action: "transfer.view",
  query: exportQuery(SORTS, filters),
  file: "csv",
  refusals: [],
});

const transferParams = z.object({
  refNo: codeText().check(z.regex(/^[A-Za-z0-9-]{1,20}$/, fieldTexts.invalid)),
});

const rail = z.object({
  bankName: z.string(),
  bankBic: z.string(),
  accountName: z.string(),
  /** Whether the issuer has taken amount and fee from the card account, and given them back. */
  issuerLeg: z.enum(["none", "asked", "taken", "refused", "given_back"]),
  hasAcknowledged: z.boolean(),
  hasSettled: z.boolean(),
  hasCredited: z.boolean(),
  hasRejected: z.boolean(),
  hasReturned: z.boolean(),
  isHeld: z.boolean(),
  reasonCode: z.nullable(z.string()),
  cycleDay: z.nullable(z.string()),
  cycleNo: z.nullable(z.int()),
  creditBy: z.nullable(moment),
  refundDueAt: z.nullable(moment),
  isRefundedUnconfirmed: z.boolean(),
  /** Since when it does not go back by the clock: the rail said of it what nobody could read, or what does not fit. */
  clockStoppedAt: z.nullable(moment),
});

const payeeTold = z.object({
  answer: z.enum(PAYEE_ANSWERS),
  /** The name as it was shown. */
  told: z.string(),
  checkedAt: moment,
  /** When the member, told of another name, went on. */
  knownAt: z.nullable(moment),
});

const transferFile = z.object({
  refNo: z.string(),
  kind: z.enum(TRANSFER_KIND_NAMES),
  state: z.enum(["accepted", "sent", "unknown", "credited", "returned"]),
  memberGuid: z.string(),
  member: z.string(),
  membershipNo: z.string(),
  amount: pesosOut,
  fee: pesosOut,
  /** The account it left and its last digits. */
  from: z.string(),
  fromTail: z.string(),
  toTail: z.string(),
  acceptedAt: moment,
  sentAt: z.nullable(moment),
  creditedAt: z.nullable(moment),
  returnedAt: z.nullable(moment),
  attempts: z.int(),
  /** Null once it has ended. */
  nextInquiryAt: z.nullable(moment),
  issuerReference: z.nullable(z.string()),
  /** What the member had been told of the payee's name; null where nobody was asked. */
  payee: z._default(z.nullable(payeeTold), null),
  /** Of a shop that was paid by its code. */
  shop: z._default(z.nullable(paidShop), null),
  /** Of a transfer to another bank. */
  rail: z.nullable(rail),
  /** Oldest first. */
  steps: z.array(z.object({ state: z.string(), via: z.string(), detail: z.string(), at: moment })),
  /** What went to the rail and came from it about this transfer; account numbers show their last digits. */
  messages: z.array(
    z.object({
      id: z.string(),
      direction: z.enum(["out", "in"]),
      type: z.string(),
      messageId: z.string(),
      at: moment,
      outcome: z.nullable(z.string()),
      reason: z.nullable(z.string()),
      body: z.string(),
    }),
  ),
  /** What was booked for it. */
  entries: z.array(
    z.object({ id: z.string(), operation: z.string(), step: z.string(), bookedAt: moment }),
  ),
  exceptions: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      at: moment,
      owner: z.nullable(z.string()),
      resolvedAt: z.nullable(moment),
      resolution: z.nullable(z.string()),
    }),
  ),
  /** Problems that its member reported; empty for whoever may not see them. */
  cases: z.array(
    z.object({
      caseNo: z.string(),
      reason: z.string(),
      state: z.string(),
      respondBy: moment,
      owner: z.nullable(z.string()),
    }),
  ),
  /** What was asked for about it, for a second person to decide. */
  requests: z.array(
    z.object({
      requestId: z.string(),
      kind: z.string(),
      state: z.string(),
      maker: z.string(),
      madeAt: moment,
    }),
  ),
  /**
   * Why the money cannot be given back by hand yet: the transfer may still go out by itself, until InstaPay
   * was asked past that moment, PESONet's file was cleared, or the receiving bank's time is over. Else null.
   */
  goesOut: z.nullable(
    z.object({
      waitsFor: z.enum(["inquiry", "clearing", "silence", "credit"]),
      until: z.nullable(moment),
    }),
  ),
  may: z.object({ inquire: z.boolean(), refund: z.boolean(), confirmCredit: z.boolean() }),
});
export type TransferFile = z.output<typeof transferFile>;

export const getTransferFile = endpoint({
  name: "getTransferFile",
  method: "GET",
  path: "/staff/transfers/{refNo}",
  summary: "One transfer with its steps, messages, entries, exceptions and cases",
  access: "staff",
  action: "transfer.view",
  object: "transfer",
  params: transferParams,
  result: transferFile,
  refusals: ["not_found"],
});

export const inquireTransfer = endpoint({
  name: "inquireTransfer",
  method: "POST",
  path: "/staff/transfers/{refNo}/inquire",
  summary: "Ask the partner about a transfer now, ahead of its time",
  access: "staff",
  action: "transfer.inquire",
  object: "transfer",
  params: transferParams,
  refusals: ["not_found", "transfer_ended", "transfer_not_asked"],
});

export const transferDeskCalls = [
  listOpenTransfers,
  exportOpenTransfers,
  getTransferFile,
  inquireTransfer,
] as const;
