import * as z from "zod/mini";
import { pesosOut } from "#contract/amounts.ts";
import { endpoint } from "#contract/endpoint.ts";
import { choiceFilter, dayFilter, exportQuery, listAnswer, listQuery, textFilter } from "./list.ts";

/** States of a transfer that has not ended. */
export const OPEN_TRANSFER_STATES = ["accepted", "sent", "unknown"] as const;

const SORTS = ["at", "amount", "member"] as const;
const filters = {
  state: choiceFilter(OPEN_TRANSFER_STATES),
  refNo: textFilter,
  member: textFilter,
  /** Days in Manila, both included. */
  from: dayFilter,
  to: dayFilter,
};

const openTransfer = z.object({
  refNo: z.string(),
  memberGuid: z.string(),
  member: z.string(),
  membershipNo: z.string(),
  amount: pesosOut,
  state: z.enum(OPEN_TRANSFER_STATES),
  /** ISO 8601. */
  acceptedAt: z.string(),
  /** How often the issuer was asked, and when it is asked next. */
  attempts: z.int(),
  nextInquiryAt: z.string(),
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
