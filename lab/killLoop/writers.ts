import { randomInt, randomUUID } from "node:crypto";
import { codeOfDrill } from "#test/client/codeOfDrill.ts";
import { transferOwnAccountToCard } from "#contract/transfers.ts";
import { type BankClient, callBank } from "#test/client/bankClient.ts";

/** A member who is signed in and has money. */
export type Writer = {
  client: BankClient;
  memberId: string;
  sourceAccount: string;
  cardAccount: string;
};

/** One transfer as the member wants it: the key stays the same however often it is sent. */
export type Order = {
  writer: Writer;
  key: string;
  pinId: string;
  pin: string;
  /** Decimal text. */
  amount: string;
};

/** What the bank has promised: reference numbers by key, and how often something had to be sent again. */
export type Promises = { refNos: Map<string, string>; repeats: number; contradictions: string[] };

const ANSWERED_WITHIN_MS = 60_000;
const AGAIN_AFTER_MS = 100;

/** A new order of a random amount from 1.00 to 9.99. */
export function newOrder(writer: Writer): Order {
  const centavos = randomInt(100, 1000);
  return {
    writer,
    key: randomUUID(),
    pinId: randomUUID(),
    pin: codeOfDrill(),
    amount: `${Math.floor(centavos / 100)}.${String(centavos % 100).padStart(2, "0")}`,
  };
}

/**
 * Sends an order until the bank accepts it, as a careful client would: no answer and an outage mean
 * "not known", so the same order goes out again under the same key. Throws when the bank refuses.
 */
export async function sendUntilAccepted(order: Order, promises: Promises): Promise<void> {
  for (let waited = 0; waited < ANSWERED_WITHIN_MS; waited += AGAIN_AFTER_MS) {
    const { httpStatus, body } = await callBank(order.writer.client, transferOwnAccountToCard, {
      body: {
        source_account: order.writer.sourceAccount,
        destination_account: order.writer.cardAccount,
        amount: order.amount,
        pinId: order.pinId,
        pin: order.pin,
      },
      idempotencyKey: order.key,
      timeoutMs: 5000,
    });
    if (body.status === true) {
      remember(order, String(body.result?.["refNo"]), promises);
      // Every tenth is asked for again: the answer must be the same.
      if (promises.refNos.size % 10 !== 0 || waited > 0) return;
      waited += AGAIN_AFTER_MS;
      continue;
    }
    if (httpStatus !== 0 && httpStatus !== 429 && httpStatus < 500) {
      const sent = waited === 0 ? "at first" : `after ${waited / AGAIN_AFTER_MS} sendings`;
      throw new Error(
        `The bank refused ${order.key} ${sent}: ${httpStatus} ${body.code} ${body.message}`,
      );
    }
    promises.repeats += 1;
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
  }
  throw new Error(`${order.key} got no answer within ${ANSWERED_WITHIN_MS / 1000} s`);
}

function remember({ key }: Order, refNo: string, promises: Promises): void {
  const known = promises.refNos.get(key);
  if (known !== undefined && known !== refNo) {
    promises.contradictions.push(`${key} was answered ${known} and then ${refNo}`);
  }
  promises.refNos.set(key, refNo);
}
