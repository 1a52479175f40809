import { randomUUID } from "node:crypto";
import { transferOwnAccountToCard } from "#contract/transfers.ts";
import { callBank } from "#test/client/bankClient.ts";
import { approve, signInWriters } from "#lab/killLoop/prepare.ts";
import type { Order, Writer } from "#lab/killLoop/writers.ts";
import { withClient } from "#scripts/restore/scratchCluster.ts";
import type { Stack } from "#scripts/start/startStack.ts";
import type { Acknowledged } from "./losses.ts";

export type Load = {
  /** Transfers that members were told were accepted, in that order. */
  acknowledged: Acknowledged[];
  /** Sent without an answer: whether they are booked is not known. */
  unknown: Order[];
  orders: Map<string, Order>;
  /** No more orders; resolves when the last one sent has its answer or has none. */
  stop: () => Promise<void>;
};

const WRITERS = 4;
/** Orders approved in advance for each writer, in one go. */
const APPROVED_AT_ONCE = 50;
/** A bound in case nobody stops it. */
const MOST_ORDERS = 40_000;
const BETWEEN_ORDERS_MS = 20;
const ANSWERED_WITHIN_MS = 5_000;

/** Members who send money to their own cards over HTTP, one order after the other, until told to stop. */
export async function startLoad(stack: Stack): Promise<Load> {
  const writers = await signInWriters(stack, WRITERS);
  let isStopping = false;
  const load: Load = {
    acknowledged: [],
    unknown: [],
    orders: new Map(),
    stop: async () => {
      isStopping = true;
      await done;
    },
  };
  const done = Promise.all(
    writers.map(async (writer) => {
      while (!isStopping && load.orders.size < MOST_ORDERS) {
        const orders = Array.from({ length: APPROVED_AT_ONCE }, () => orderOf(writer));
        // The database may be gone: then there is nothing more to send.
        if (
          !(await approve(stack, orders).then(
            () => true,
            () => false,
          ))
        )
          break;
        for (const order of orders) {
          if (isStopping) break;
          await send(order, load);
          await new Promise((resolve) => setTimeout(resolve, BETWEEN_ORDERS_MS));
        }
      }
    }),
  );
  return load;
}

/** Sends an order once and remembers what its member was told. */
export async function send(order: Order, load: Load): Promise<void> {
  const sentAt = new Date();
  const { httpStatus, body } = await callBank(order.writer.client, transferOwnAccountToCard, {
    body: {
      source_account: order.writer.sourceAccount,
      destination_account: order.writer.cardAccount,
      amount: order.amount,
      pinId: order.pinId,
      pin: order.pin,
    },
    idempotencyKey: order.key,
    timeoutMs: ANSWERED_WITHIN_MS,
  });
  if (body.status === true) {
    const refNo = String(body.result?.["refNo"]);
    load.acknowledged.push({ refNo, sentAt, at: new Date(), key: order.key });
    load.orders.set(order.key, order);
  } else if (httpStatus === 0 || httpStatus >= 500) {
    load.unknown.push(order);
  } else if (httpStatus !== 429) {
    throw new Error(`The bank refused ${order.key}: ${httpStatus} ${body.code} ${body.message}`);
  }
}

/** Which of these reference numbers a database has, of transfers with their entry. */
export async function bookedOf(url: string, refNos: readonly string[]): Promise<Set<string>> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ ref_no: string }>(
      `select t.ref_no from transfer t
       join journal_entry e on e.reference = t.ref_no and e.operation = 'OWN_TOPUP' and e.step = 'accept'
       where t.ref_no = any ($1)`,
      [refNos],
    );
    return new Set(rows.map(({ ref_no }) => ref_no));
  });
}

function orderOf(writer: Writer): Order {
  return { writer, key: randomUUID(), pinId: randomUUID(), pin: "123456", amount: "1.00" };
}
