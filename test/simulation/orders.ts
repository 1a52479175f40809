import { toDecimal } from "#common/money.ts";
import { sha256 } from "#server/platform/base/tokens.ts";
import { pinHmac } from "#server/domains/otp/pinHmac.ts";
import { storedIntent } from "#server/domains/transfers/storedIntent.ts";
import type { TransferIntent } from "#contract/transfers.ts";
import { byKind, TRANSFER_KINDS } from "#contract/transferKinds.ts";
import { orderCalls } from "#contract/transfers.ts";
import type { SimulatedMember } from "./members.ts";
import type { Process, Stage } from "./stage.ts";

/** What a member wants to have done, once, however often it is sent. */
export type SimulatedOrder = { key: string; member: SimulatedMember; intent: TransferIntent };

/** What members were promised: by key the reference, and which keys were ever sent. */
export type Promised = {
  refNos: Map<string, string>;
  sent: Map<string, SimulatedOrder>;
  wrongs: string[];
};

const PIN = "123456";
/** What the baseline sets; nobody changes it here. */
export const FEES = byKind((kind) => (TRANSFER_KINDS[kind].rail === null ? 0n : 10_00n));

/** Sends it to a process, and keeps what was promised. Answers the status. */
export type Sending = (to: Pick<Process, "server">) => Promise<number>;

/** Gets orders ready to be sent, each with a code of its own. */
export async function prepareOrders(
  stage: Stage,
  promised: Promised,
  orders: readonly SimulatedOrder[],
): Promise<Sending[]> {
  const sendings: Sending[] = [];
  for (const order of orders) {
    const pinId = stage.app.random.uuid();
    await approve(stage, order, pinId);
    // Kept also when nobody hears the answer.
    promised.sent.set(order.key, order);
    sendings.push((to) => send(to, promised, order, pinId));
  }
  return sendings;
}

async function send(
  { server }: Pick<Process, "server">,
  promised: Promised,
  { key, member, intent }: SimulatedOrder,
  pinId: string,
): Promise<number> {
  const { kind, amount, ...fields } = intent;
  const answer = await server.inject({
    method: "POST",
    url: `/api${orderCalls[kind].path}`,
    headers: {
      authorization: `Bearer ${member.token}`,
      cookie: `sid=${member.cookie}`,
      "idempotency-key": key,
    },
    payload: { ...fields, amount: toDecimal(amount), pinId, pin: PIN },
  });
  if (answer.statusCode === 200) {
    keep(promised, key, answer.json<{ result: { refNo: string } }>().result.refNo);
  }
  return answer.statusCode;
}

function keep({ refNos, wrongs }: Promised, key: string, refNo: string): void {
  const first = refNos.get(key);
  if (first !== undefined && first !== refNo)
    wrongs.push(`${key} was promised as ${first} and as ${refNo}`);
  refNos.set(key, refNo);
}

/** A verified code for exactly this, and a session that has not been idle. */
async function approve(
  { admin, app, clock }: Stage,
  { member, intent }: SimulatedOrder,
  pinId: string,
): Promise<void> {
  const at = new Date(clock.now);
  const ordered = storedIntent(intent);
  const fee = FEES[intent.kind];
  const full =
    TRANSFER_KINDS[intent.kind].leaves === "account"
      ? ordered
      : {
          ...ordered,
          from: ordered["source_account"] ?? member.card,
          fee: toDecimal(fee),
          total: toDecimal(intent.amount + fee),
        };
  await admin.query({
    name: "approve",
    text: APPROVE,
    values: [
      member.id,
      pinId,
      pinHmac(app.secrets, pinId, PIN),
      JSON.stringify(full),
      at,
      sha256(member.cookie),
    ],
  });
}

const APPROVE = `
  with active as (
    update session set started_at = $5, last_active_at = $5 where member_id = $1
  )
  insert into otp_challenge (pin_id, member_id, purpose, pin_hmac, intent, sent_at, resend_after, expires_at,
    verified_at, browser_hash)
  values ($2, $1, 'transfer', $3, $4, $5, $5, $5::timestamptz + interval '5 minutes', $5, $6)`;
