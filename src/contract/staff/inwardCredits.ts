import * as z from "zod/mini";
import { pesosOut } from "#contract/amounts.ts";
import { endpoint } from "#contract/endpoint.ts";
import { RAIL_NAMES } from "#contract/transferKinds.ts";
import { choiceFilter, dayFilter, exportQuery, listAnswer, listQuery, textFilter } from "./list.ts";

/** 'accepted': the issuer of the card has not agreed yet. 'returning': it goes back to the bank that sent it. */
export const INWARD_STATES = ["accepted", "credited", "rejected", "returning", "returned"] as const;
export const INWARD_INTO = ["deposit_account", "card_account"] as const;
/** How the issuer of the card stands to it. */
export const ISSUER_STATES = ["to_ask", "asked", "agreed", "refused"] as const;

const SORTS = ["at", "amount", "member", "sender"] as const;
const filters = {
  state: choiceFilter(INWARD_STATES),
  rail: choiceFilter(RAIL_NAMES),
  into: choiceFilter(INWARD_INTO),
  /** With an exception that nobody has resolved, or without. */
  exception: choiceFilter(["open", "none"]),
  refNo: textFilter,
  member: textFilter,
  /** A part of the name that the sender gave. */
  sender: textFilter,
  /** Days in Manila, both included. */
  from: dayFilter,
  to: dayFilter,
};

const moment = z.string();

const inwardCredit = z.object({
  refNo: z.string(),
  rail: z.enum(RAIL_NAMES),
  state: z.enum(INWARD_STATES),
  amount: pesosOut,
  /** Whose account it is; null where it is nobody's. */
  memberGuid: z.nullable(z.string()),
  member: z.nullable(z.string()),
  membershipNo: z.nullable(z.string()),
  /** Null where it goes nowhere. */
  into: z.nullable(z.enum(INWARD_INTO)),
  /** The last signs of the account it is for, and of the one it comes from. */
  accountTail: z.string(),
  senderTail: z.string(),
  sender: z.string(),
  /** The bank that sent it, by its name or, of one we know by none, its BIC. */
  bankName: z.string(),
  /** What the bank calls it. */
  txId: z.string(),
  /** ISO 8601: when the rail was answered, and when it came to its end. */
  answeredAt: moment,
  endedAt: z.nullable(moment),
  /** The rail's reason for which it is refused. */
  reasonCode: z.nullable(z.string()),
  /** Of what was taken for a card. */
  issuer: z.nullable(z.enum(ISSUER_STATES)),
  /** Why the issuer refused it. */
  issuerReason: z.nullable(z.string()),
  /** Exceptions that nobody has resolved. */
  openExceptions: z.int(),
});
export type InwardCreditRow = z.output<typeof inwardCredit>;

export const listInwardCredits = endpoint({
  name: "listInwardCredits",
  method: "GET",
  path: "/staff/transfers/inward",
  summary: "What other banks sent to members, the newest first, with what became of it",
  access: "staff",
  action: "transfer.view",
  query: listQuery(SORTS, filters),
  result: listAnswer(inwardCredit),
  refusals: [],
});

export const exportInwardCredits = endpoint({
  name: "exportInwardCredits",
  method: "GET",
  path: "/staff/transfers/inward/export",
  summary: "The filtered list as a file, which is itself recorded",
  access: "staff",
  action: "transfer.view",
  query: exportQuery(SORTS, filters),
  file: "csv",
  refusals: [],
});

export const inwardCreditCalls = [listInwardCredits, exportInwardCredits] as const;
