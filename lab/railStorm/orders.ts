import { randomInt, randomUUID } from "node:crypto";
import { codeOfDrill } from "#test/client/codeOfDrill.ts";
import { parsePesos, toDecimal } from "#common/money.ts";
import { orderCalls } from "#contract/transfers.ts";
import type { Rail } from "#contract/transferKinds.ts";
import { type BankClient, callBank, newClient } from "#test/client/bankClient.ts";
import { sandboxClient } from "#test/client/sandboxClient.ts";
import { signIn } from "#test/client/signIn.ts";
import { asOwner } from "#lab/killLoop/prepare.ts";
import type { Stack } from "#scripts/start/startStack.ts";
import { sha256 } from "#server/platform/base/tokens.ts";
import { pinHmac } from "#server/domains/otp/pinHmac.ts";
import { readSecrets } from "#server/platform/secrets/secrets.ts";
import { storedIntent } from "#server/domains/transfers/storedIntent.ts";

/** A member who is signed in, and how many transfers the money on the card is enough for. */
export type Sender = { client: BankClient; memberId: string; cardAccount: string; room: number };

/** Over which rail, and what time the bank's clock shows. */
export type Storm = { rail: Rail; at: Date };

/** One transfer as the member wants it: the key stays the same however often it is sent. */
type Order = {
  rail: Storm["rail"];
  sender: Sender;
  key: string;
  pinId: string;
  pin: string;
  account: string;
  amount: string;
};

/** Amount and fee of one are no more, in centavos. */
const MOST_OF_ONE = 12_00;
const BANK = "1";
const PAYEE = "Juan Dela Cruz";
const TRIES = 100;
const AGAIN_AFTER_MS = 200;

/** Signs in the demo's members with the most money on their cards, over HTTP with codes from the inbox. */
export async function signInSenders(stack: Stack, count: number): Promise<Sender[]> {
  const sandbox = sandboxClient(stack.sandboxUrl);
  const members = await asOwner(stack, async (owner) => {
    const { rows } = await owner.query<{
      id: string;
      username: string;
      mobile_number: string;
      account_no: string;
      room: number;
    }>(
      `select m.id, m.username, m.mobile_number, c.account_no, (l.available_centavos / ${MOST_OF_ONE})::integer as room
       from member m
       join card c on c.member_id = m.id and 'active' in (c.status, c.perso_status)
         and c.status in ('active', 'not_applied') and not c.admin_locked and not c.member_locked
       join ledger_account l on l.id = c.ledger_account_id
       where m.status = 'active' and m.mobile_number is not null and m.paused_at is null
         and l.available_centavos > 10 * ${MOST_OF_ONE}
       order by l.available_centavos desc limit $1`,
      [count],
    );
    return rows;
  });
  const senders: Sender[] = [];
  for (const {
    id,
    username,
    mobile_number: mobileNumber,
    account_no: cardAccount,
    room,
  } of members) {
    const client = newClient(stack.portalUrl);
    await signIn(client, sandbox, { username, mobileNumber });
    senders.push({ client, memberId: id, cardAccount, room });
  }
  return senders;
}

/** Members stay signed in over the hours and days that the clock leaps. */
export async function keepSignedIn(
  stack: Stack,
  senders: readonly Sender[],
  at: Date,
): Promise<void> {
  await asOwner(stack, (owner) =>
    owner.query(
      "update session set started_at = $2, last_active_at = $2 where member_id = any ($1::bigint[])",
      [senders.map(({ memberId }) => memberId), at],
    ),
  );
}

/** Orders `accounts.length` transfers, in turn by each sender, some at a time. Answers how many were accepted. */
export async function orderAll(
  stack: Stack,
  senders: readonly Sender[],
  accounts: readonly string[],
  { rail, at }: Storm,
): Promise<number> {
  const turns = turnsOf(senders);
  const orders = accounts.map((account, place): Order => {
    const sender = turns[place];
    if (sender === undefined) throw new Error("the demo's cards have not enough for so many");
    return {
      rail,
      sender,
      key: randomUUID(),
      pinId: randomUUID(),
      pin: codeOfDrill(),
      account,
      amount: toDecimal(BigInt(randomInt(1_00, 2_00))),
    };
  });
  await approve(stack, orders, { rail, at });
  const bySender = senders.map((sender) => orders.filter((order) => order.sender === sender));
  const accepted = await Promise.all(
    bySender.map(async (ofSender) => {
      let count = 0;
      for (const order of ofSender) if (await isAccepted(order)) count += 1;
      return count;
    }),
  );
  return accepted.reduce((sum, count) => sum + count, 0);
}

/** The senders in turn, each as often as the money lasts. */
function turnsOf(senders: readonly Sender[]): Sender[] {
  const rounds = Math.max(0, ...senders.map(({ room }) => room));
  return Array.from({ length: rounds }, (_, round) =>
    senders.filter(({ room }) => round < room),
  ).flat();
}

/** Sends an order until it is accepted, under its own key. Throws when the bank refuses it. */
async function isAccepted(order: Order): Promise<boolean> {
  const { rail, sender, key, pinId, pin, account, amount } = order;
  const send = orderCalls[rail];
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const { httpStatus, body } = await callBank(sender.client, send, {
      body: {
        destination_bank: BANK,
        destination_account_number: account,
        destination_account_name: PAYEE,
        amount,
        pinId,
        pin,
      },
      idempotencyKey: key,
    });
    if (body.status === true) return true;
    if (httpStatus !== 0 && httpStatus !== 429 && httpStatus < 500) {
      throw new Error(`The bank refused an order: ${httpStatus} ${body.code} ${body.message}`);
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
  }
  return false;
}

/** Stores what a sent and verified code leaves behind, for each order. */
async function approve(stack: Stack, orders: readonly Order[], { rail, at }: Storm): Promise<void> {
  const secrets = readSecrets(stack.places.secrets);
  await asOwner(stack, async (owner) => {
    const { rows } = await owner.query<{ fee: string }>(
      "select centavos as fee from transfer_limit where name = $1 || '_fee'",
      [rail],
    );
    const fee = BigInt(rows[0]?.fee ?? "0");
    const intents = orders.map(({ sender, account, amount }) => {
      const centavos = parsePesos(amount) ?? 0n;
      const intent = storedIntent({
        kind: rail,
        destination_bank: BANK,
        destination_account_number: account,
        destination_account_name: PAYEE,
        amount: centavos,
      });
      const added = {
        from: sender.cardAccount,
        fee: toDecimal(fee),
        total: toDecimal(centavos + fee),
      };
      return JSON.stringify({ ...intent, ...added });
    });
    await owner.query(
      `insert into otp_challenge (pin_id, member_id, purpose, pin_hmac, intent, browser_hash, sent_at, resend_after, expires_at, verified_at)
       select pin_id, member_id, 'transfer', pin_hmac, intent, browser_hash, $6, $6, $6::timestamptz + interval '1 hour', $6
       from unnest($1::uuid[], $2::bigint[], $3::bytea[], $4::jsonb[], $5::bytea[]) as o (pin_id, member_id, pin_hmac, intent, browser_hash)`,
      [
        orders.map(({ pinId }) => pinId),
        orders.map(({ sender }) => sender.memberId),
        orders.map(({ pinId, pin }) => pinHmac(secrets, pinId, pin)),
        intents,
        orders.map(({ sender }) => sha256(sender.client.cookies.get("sid") ?? "")),
        at,
      ],
    );
  });
}
