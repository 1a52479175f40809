import { randomInt, randomUUID } from "node:crypto";
import { codeOfDrill } from "#test/client/codeOfDrill.ts";
import { TRANSFER_KINDS, type TransferKind } from "#contract/transferKinds.ts";
import { orderCalls, type TransferIntent } from "#contract/transfers.ts";
import { parsePesos, toDecimal } from "#common/money.ts";
import { destinations } from "#test/support/destinations.ts";
import { callBank, type RawAnswer } from "#test/client/bankClient.ts";
import { asOwner } from "#lab/killLoop/prepare.ts";
import type { Writer } from "#lab/killLoop/writers.ts";
import type { Stack } from "#scripts/start/startStack.ts";
import { sha256 } from "#server/platform/base/tokens.ts";
import { pinHmac } from "#server/domains/otp/pinHmac.ts";
import { readSecrets } from "#server/platform/secrets/secrets.ts";
import { storedIntent } from "#server/domains/transfers/storedIntent.ts";
import { pause } from "./drillBank.ts";

export type Kind = TransferKind;

/** One transfer as the member wants it: the key stays the same however often it is sent. */
export type Order = {
  writer: Writer;
  kind: Kind;
  key: string;
  pinId: string;
  pin: string;
  /** Decimal text. */
  amount: string;
  body: Record<string, string>;
};

/** What the bank has promised, and how it answered. */
export type Promises = {
  /** Reference numbers by key. */
  refNos: Map<string, string>;
  contradictions: string[];
  /** Orders that were sent again because nothing was known of them. */
  repeats: number;
  /** Answers by HTTP status; 0 is none. */
  statuses: Map<number, number>;
  /** Orders that the bank refused, by key. */
  refused: Map<string, string>;
  /** When the newest was acknowledged for the first time, and the longest that an order waited, in milliseconds. */
  lastAt: number;
  longestMs: number;
};

const PAYEE = {
  destination_bank: "1",
  destination_account_number: "109450542671",
  destination_account_name: "Juan Dela Cruz",
};
const AGAIN_AFTER_MS = 100;

export function newPromises(): Promises {
  return {
    refNos: new Map(),
    contradictions: [],
    repeats: 0,
    statuses: new Map(),
    refused: new Map(),
    lastAt: 0,
    longestMs: 0,
  };
}

/** An order of an amount, 1.00 to 9.99 at random unless said. `to` is the account of another card. */
export function newOrder(writer: Writer, kind: Kind = "own", amount?: string, to = ""): Order {
  const sum = amount ?? toDecimal(BigInt(randomInt(1_00, 10_00)));
  const { leaves, arrives } = TRANSFER_KINDS[kind];
  const own = { card: writer.cardAccount, savings: writer.sourceAccount };
  const payee =
    arrives === "bank"
      ? PAYEE
      : { destination_account: destinations(own, { card: to, savings: "" })[arrives].good };
  const from = leaves === "account" ? { source_account: writer.sourceAccount } : {};
  return {
    writer,
    kind,
    key: randomUUID(),
    pinId: randomUUID(),
    pin: codeOfDrill(),
    amount: sum,
    body: { ...from, ...payee, amount: sum },
  };
}

/** Stores what a sent and verified code leaves behind, for each order. */
export async function approveOrders(stack: Stack, orders: readonly Order[]): Promise<void> {
  const secrets = readSecrets(stack.places.secrets);
  await asOwner(stack, async (owner) => {
    const { rows } = await owner.query<{ name: string; fee: string }>(
      "select name, centavos as fee from transfer_limit where name like '%_fee'",
    );
    const fees = new Map(rows.map(({ name, fee }) => [name, BigInt(fee)]));
    await owner.query(
      `insert into otp_challenge (pin_id, member_id, purpose, pin_hmac, intent, browser_hash, sent_at, resend_after, expires_at, verified_at)
       select pin_id, member_id, 'transfer', pin_hmac, intent, browser_hash, now(), now(), now() + interval '4 hours', now()
       from unnest($1::uuid[], $2::bigint[], $3::bytea[], $4::jsonb[], $5::bytea[]) as o (pin_id, member_id, pin_hmac, intent, browser_hash)`,
      [
        orders.map(({ pinId }) => pinId),
        orders.map(({ writer }) => writer.memberId),
        orders.map(({ pinId, pin }) => pinHmac(secrets, pinId, pin)),
        orders.map((order) => JSON.stringify(intentOf(order, fees))),
        orders.map(({ writer }) => sha256(writer.client.cookies.get("sid") ?? "")),
      ],
    );
  });
}

function intentOf(order: Order, fees: ReadonlyMap<string, bigint>): Record<string, string> {
  const amount = parsePesos(order.amount) ?? 0n;
  // Each kind's own fields, as newOrder() made them.
  const intent = storedIntent({ kind: order.kind, ...order.body, amount } as TransferIntent);
  const { leaves, fee: price } = TRANSFER_KINDS[order.kind];
  if (leaves === "account") return intent;
  const fee = (price === null ? undefined : fees.get(price.limit)) ?? 0n;
  return {
    ...intent,
    from: order.writer.cardAccount,
    fee: toDecimal(fee),
    total: toDecimal(amount + fee),
  };
}

/** Sends an order once, and notes what was answered. */
export async function sendOnce(
  { writer, kind, key, pinId, pin, body }: Order,
  promises: Promises,
  timeoutMs = 15_000,
): Promise<RawAnswer> {
  const sentAt = performance.now();
  const answer = await callBank(writer.client, orderCalls[kind], {
    body: { ...body, pinId, pin },
    idempotencyKey: key,
    timeoutMs,
  });
  const { statuses, refNos, contradictions } = promises;
  statuses.set(answer.httpStatus, (statuses.get(answer.httpStatus) ?? 0) + 1);
  const told: Promises = promises;
  told.longestMs = Math.max(told.longestMs, performance.now() - sentAt);
  if (answer.body.status === true) {
    told.lastAt = performance.now();
    const refNo = String(answer.body.result?.["refNo"]);
    const known = refNos.get(key);
    if (known !== undefined && known !== refNo) {
      contradictions.push(`${key} was answered ${known} and then ${refNo}`);
    }
    refNos.set(key, refNo);
  }
  return answer;
}

/** Whether an answer leaves open what became of the order. */
export function isUnknown({ httpStatus }: RawAnswer): boolean {
  return httpStatus === 0 || httpStatus === 429 || httpStatus >= 500;
}

/**
 * Sends an order until the bank says yes or no, as a careful client would: no answer and an outage mean
 * "not known", so the same order goes out again under the same key. Throws when nothing is said in time.
 */
export async function sendUntilKnown(
  order: Order,
  promises: Promises,
  withinMs = 120_000,
): Promise<void> {
  const until = performance.now() + withinMs;
  while (performance.now() < until) {
    const answer = await sendOnce(order, promises);
    if (answer.body.status === true) return;
    if (!isUnknown(answer)) {
      promises.refused.set(order.key, answer.body.code ?? String(answer.httpStatus));
      return;
    }
    promises.repeats += 1;
    await pause(AGAIN_AFTER_MS);
  }
  throw new Error(`${order.key} got no answer within ${withinMs / 1000} s`);
}
