import { randomUUID } from "node:crypto";
import { toDecimal } from "#common/money.ts";
import { transferOwnAccountToCard } from "#contract/transfers.ts";
import { callBank, type RawAnswer } from "#test/client/bankClient.ts";
import { approve, asOwner } from "#lab/killLoop/prepare.ts";
import { newOrder, type Order, type Promises, type Writer } from "#lab/killLoop/writers.ts";
import type { Stack } from "#scripts/start/startStack.ts";
import { at, type Crossing } from "./crossing.ts";

const DRAINING_ORDERS = 60;
const COVERED = 10n;

/** One code and four orders of the same amount, sent to four processes at the same moment (S090). */
export async function spendOneCode(
  stack: Stack,
  urls: readonly string[],
  writer: Writer,
  promises: Promises,
): Promise<Crossing> {
  const order = newOrder(writer);
  await approve(stack, [order]);
  const orders = urls.map((url) => ({ ...order, writer: at(writer, url), key: randomUUID() }));
  const accepted = (await sendAtOnce(orders, promises)).filter(isAccepted).length;
  return {
    what: "a code is spent once over all processes",
    isRight: accepted === 1,
    seen: `${accepted} of ${orders.length} orders with the same code accepted`,
  };
}

/** One order under one key, sent to every process at the same moment (S090). */
export async function repeatOneOrder(
  stack: Stack,
  urls: readonly string[],
  writer: Writer,
  promises: Promises,
): Promise<Crossing> {
  const order = newOrder(writer);
  await approve(stack, [order]);
  const orders = urls.map((url) => ({ ...order, writer: at(writer, url) }));
  const answers = await sendAtOnce(orders, promises);
  const refNos = new Set(answers.map(({ body }) => body.result?.["refNo"]));
  return {
    what: "one key is one transfer over all processes",
    isRight: answers.every(isAccepted) && refNos.size === 1,
    seen: `${answers.filter(isAccepted).length} answers, ${refNos.size} reference number`,
  };
}

/** Sixty orders at the same moment, of an account that has enough for ten of them (S092, R5). */
export async function drainAccount(
  stack: Stack,
  urls: readonly string[],
  writer: Writer,
  promises: Promises,
): Promise<Crossing> {
  const before = await availableOf(stack, writer);
  // What is left over is not enough for an eleventh.
  const amount = before / COVERED;
  const orders = Array.from({ length: DRAINING_ORDERS }, (_, i) => ({
    ...newOrder(at(writer, urls[i % urls.length] ?? "")),
    amount: toDecimal(amount),
  }));
  await approve(stack, orders);
  const accepted = (await sendAtOnce(orders, promises)).filter(isAccepted).length;
  const after = await availableOf(stack, writer);
  return {
    what: "orders at all processes take what an account has, and no more",
    isRight: accepted === Number(COVERED) && after === before - amount * COVERED,
    seen: `${accepted} of ${orders.length} orders accepted, ₱${toDecimal(after)} of ₱${toDecimal(before)} left`,
  };
}

async function availableOf(stack: Stack, { sourceAccount }: Writer): Promise<bigint> {
  return asOwner(stack, async (client) => {
    const { rows } = await client.query<{ available: string }>(
      `select l.available_centavos as available from member_account a
       join ledger_account l on l.id = a.ledger_account_id where a.account_number = $1`,
      [sourceAccount],
    );
    return BigInt(rows[0]?.available ?? 0);
  });
}

function sendAtOnce(orders: readonly Order[], promises: Promises): Promise<RawAnswer[]> {
  return Promise.all(
    orders.map(async ({ writer, key, amount, pinId, pin }) => {
      const answer = await callBank(writer.client, transferOwnAccountToCard, {
        body: {
          source_account: writer.sourceAccount,
          destination_account: writer.cardAccount,
          amount,
          pinId,
          pin,
        },
        idempotencyKey: key,
      });
      if (isAccepted(answer)) promises.refNos.set(key, String(answer.body.result?.["refNo"]));
      return answer;
    }),
  );
}

function isAccepted({ body }: RawAnswer): boolean {
  return body.status === true;
}
