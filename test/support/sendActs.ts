import type * as z from "zod/mini";
import { sendOtp, verifyOtp } from "#contract/auth.ts";
import {
  type FromCardKind,
  type Rail,
  TRANSFER_KINDS,
  type TransferKind,
} from "#contract/transferKinds.ts";
import { orderCalls, type transferIntent } from "#contract/transfers.ts";
import { pinHmac } from "#server/domains/otp/pinHmac.ts";
import type { Browser } from "./browser.ts";
import { accountsOf, destinations } from "./destinations.ts";
import type { TestMember } from "./makeMember.ts";
import type { World } from "./makeWorld.ts";
import type { Approval } from "./transferActs.ts";

/** A transfer of any kind, and one that leaves a card, as they stand on the wire. */
type Intent = z.input<typeof transferIntent>;
export type Sending = Extract<z.input<typeof transferIntent>, { kind: FromCardKind }>;

/** To another bank; BDO and an account that is credited, unless said; from the card, unless an account is named. */
export function toBank(
  kind: Rail,
  amount: string,
  differing: { bank?: string; account?: string; name?: string; from?: string } = {},
): Sending {
  return {
    kind,
    ...(differing.from !== undefined && { source_account: differing.from }),
    destination_bank: differing.bank ?? "1",
    destination_account_number: differing.account ?? "109450542671",
    destination_account_name: differing.name ?? "Juan Dela Cruz",
    amount,
  };
}

/** To another member's card; from the card, unless an account is named. */
export function toCard(receiver: TestMember, amount: string, from?: string): Sending {
  return {
    kind: "card",
    ...(from !== undefined && { source_account: from }),
    destination_account: receiver.cardAccountNo ?? "",
    amount,
  };
}

const isRail = (kind: TransferKind): kind is Rail => TRANSFER_KINDS[kind].rail !== null;

/** A good order of any kind: where it goes to somebody in our own house, to this receiver. */
export function intentFor(
  kind: TransferKind,
  amount: string,
  { member, receiver }: { member: TestMember; receiver: TestMember },
): Intent {
  if (isRail(kind)) return toBank(kind, amount);
  const { leaves, arrives } = TRANSFER_KINDS[kind];
  const own = accountsOf(member);
  const places = destinations(own, accountsOf(receiver));
  // The fields of a call follow from where its kind leaves and arrives.
  return {
    kind,
    ...(leaves === "account" && { source_account: own.savings }),
    destination_account: places[arrives].good,
    amount,
  } as Intent;
}

/** Asks for a code for exactly this. */
export function askFor(world: World, member: TestMember, browser: Browser, sending: Intent) {
  return world.call(sendOtp, { body: { memberGuid: member.guid, intent: sending } }, browser);
}

/** Asks for a code, reads it on the phone and enters it, as the screen does. */
export async function approveSending(
  world: World,
  member: TestMember,
  browser: Browser,
  sending: Intent,
): Promise<Approval> {
  const sent = await askFor(world, member, browser, sending);
  if (!sent.status) throw new Error(`send: ${sent.code} ${sent.message}`);
  const { pinId } = sent.result;
  const pin = await world.codeFor(member);
  const verified = await world.call(
    verifyOtp,
    { body: { memberGuid: member.guid, pinId, pin } },
    browser,
  );
  if (!verified.status) throw new Error(`verify: ${verified.message}`);
  return { pinId, pin };
}

/**
 * Approved codes for one order, as many as a phone would not get in an hour: the first as the screen does
 * it, the others written beside it.
 */
export async function approvedCodes(
  world: World,
  { member, browser }: { member: TestMember; browser: Browser },
  sending: Sending,
  count: number,
): Promise<Approval[]> {
  const first = await approveSending(world, member, browser, sending);
  const challenge = await world.app.db
    .selectFrom("otp_challenge")
    .selectAll()
    .where("pin_id", "=", first.pinId)
    .executeTakeFirstOrThrow();
  const approvals = Array.from({ length: count }, () => ({
    pinId: world.app.random.uuid(),
    pin: "424242",
  }));
  await world.app.db
    .insertInto("otp_challenge")
    .values(
      approvals.map(({ pinId, pin }) => ({
        ...challenge,
        intent: JSON.stringify(challenge.intent),
        pin_id: pinId,
        pin_hmac: pinHmac(world.app.secrets, pinId, pin),
      })),
    )
    .execute();
  return approvals;
}

/** The call itself. */
export function orderSending(
  world: Pick<World, "call">,
  browser: Browser,
  sending: Intent,
  approval: Approval,
  idempotencyKey: string,
) {
  const { kind, ...order } = sending;
  const input = { body: { ...order, ...approval } };
  return world.call(orderCalls[kind], input, browser, { idempotencyKey });
}

/** Approved and ordered; answers the reference. Throws when it was refused. */
export async function send(
  world: World,
  member: TestMember,
  browser: Browser,
  sending: Sending,
): Promise<string> {
  const approval = await approveSending(world, member, browser, sending);
  const answer = await orderSending(world, browser, sending, approval, `key-${approval.pinId}`);
  if (!answer.status) throw new Error(`order: ${answer.code} ${answer.message}`);
  return answer.result.refNo;
}
