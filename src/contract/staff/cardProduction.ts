import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { rowNumber } from "./cards.ts";
import { listAnswer, listQuery, textFilter } from "./list.ts";

const batchRow = z.object({
  id: z.string(),
  reference: z.string(),
  /** ISO 8601. */
  madeAt: z.string(),
  madeBy: z.string(),
  orders: z.int(),
  /** How many of its cards have been produced, received at a branch, and are still to come. */
  produced: z.int(),
  received: z.int(),
  waiting: z.int(),
  sha256: z.string(),
});
export type BatchRow = z.output<typeof batchRow>;

export const listCardBatches = endpoint({
  name: "listCardBatches",
  method: "GET",
  path: "/staff/card-batches",
  summary: "Files of orders for personalized cards, the newest first",
  access: "staff",
  action: "card_batch.view",
  query: listQuery(["madeAt"], { reference: textFilter }),
  result: listAnswer(batchRow),
  refusals: [],
});

export const getCardOrders = endpoint({
  name: "getCardOrders",
  method: "GET",
  path: "/staff/card-batches/waiting",
  summary: "How many personalized cards wait to be ordered in a file",
  access: "staff",
  action: "card_batch.view",
  result: z.object({ waiting: z.int(), oldest: z.nullable(z.string()) }),
  refusals: [],
});

export const makeCardBatch = endpoint({
  name: "makeCardBatch",
  method: "POST",
  path: "/staff/card-batches",
  summary: "Put every order that waits into one file; each order is in one file only",
  access: "staff",
  action: "card_batch.make",
  result: z.object({ batchId: z.string(), reference: z.string(), orders: z.int() }),
  refusals: ["card_batch_empty", "not_your_role"],
});

export const getCardBatchFile = endpoint({
  name: "getCardBatchFile",
  method: "GET",
  path: "/staff/card-batches/{batchId}/file",
  summary: "The file as it was made, the same each time. Each opening is recorded.",
  access: "staff",
  action: "card_batch.make",
  params: z.object({ batchId: rowNumber }),
  file: "csv",
  refusals: ["not_found"],
});

/** Every call about the making of personalized cards. */
export const cardProductionCalls = [
  listCardBatches,
  getCardOrders,
  makeCardBatch,
  getCardBatchFile,
];
