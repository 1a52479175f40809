import { sql } from "kysely";
import { formatPesos, formatPesosAscii, parsePesos } from "#common/money.ts";
import type { Means } from "#contract/approvalPolicy.ts";
import type { ScheduledTransfer } from "#contract/schedules.ts";
import { TRANSFER_KINDS } from "#contract/transferKinds.ts";
import type { TransferIntent } from "#contract/transfers.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { holdOrderer } from "#server/domains/members/holdMember.ts";
import { pinHmac } from "#server/domains/otp/pinHmac.ts";
import { judgeFromCard } from "#server/domains/transfers/checkFromCard.ts";
import { judgeOwn } from "#server/domains/transfers/checkIntent.ts";
import { isFromCard, storedIntent } from "#server/domains/transfers/storedIntent.ts";
import {
  type TransferVerdict,
  transferRefusal,
} from "#server/domains/transfers/transferRefusal.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { whenTexts } from "#server/platform/messages/notices/scheduleTexts.ts";
import { noticeDay } from "#server/platform/notifications/noticeDay.ts";
import { tellMember } from "#server/platform/notifications/tellMember.ts";
import type { Refusal } from "#server/refusal.ts";
import { requireDue } from "#server/domains/transfers/dueDays.ts";
import { readSchedule } from "./readSchedules.ts";

type Code = { pinId: string; pin: string; cookieHash: Buffer };
type Wanted = { order: TransferIntent; code: Code };

/**
 * Schedules a transfer, with an approval for exactly this order, its days and its cost, as the policy takes for the
 * order itself. Judged as the order, but for what its days decide (check_from_card). The approval that made a schedule
 * answers it again. Refuses as the contract lists.
 */
export async function makeSchedule(
  app: App,
  caller: Caller,
  wanted: Wanted,
): Promise<ScheduledTransfer> {
  const made = await transact(app.db, (tx) => make(tx, app, caller, wanted));
  // A code that passed is spent, and a wrong one was counted: that stays.
  if (typeof made !== "bigint") throw made;
  return readSchedule(app, caller, made);
}

async function make(
  tx: Tx,
  app: App,
  caller: Caller,
  { order, code }: Wanted,
): Promise<bigint | Refusal> {
  const { memberId } = caller;
  const at = await holdOrderer(tx, app, caller);
  const known = await tx
    .selectFrom("transfer_schedule")
    .select("id")
    .where("member_id", "=", memberId)
    .where("pin_id", "=", code.pinId)
    .executeTakeFirst();
  if (known !== undefined) return known.id;
  const { repeats, firstOn } = await requireDue(app, caller, order, "first_on", tx);
  const judged = await judge(tx, app, caller, { order, code });
  const spent = await spend(tx, app, caller, { code, intent: judged.intent });
  const verdict = spent.verdict === "ok" ? judged.found.verdict : spent.verdict;
  if (verdict !== "ok" || spent.means === undefined) {
    return transferRefusal(app, caller, { ...judged.found, verdict });
  }
  const { intent } = judged;
  const most = parsePesos(intent["total"] ?? intent["amount"] ?? "") ?? order.amount;
  const { id } = await tx
    .insertInto("transfer_schedule")
    .values({
      member_id: memberId,
      kind: order.kind,
      intent: JSON.stringify(intent),
      means: spent.means,
      pin_id: code.pinId,
      amount_centavos: order.amount,
      most_centavos: most,
      repeats,
      first_on: firstOn,
      next_on: firstOn,
      made_at: at,
      payee_check_id: TRANSFER_KINDS[order.kind].hasPayee
        ? sql`payee_check_of(${memberId}, ${intent["destination_bank"] ?? null}::bigint, ${payeeAccount(intent)},
            ${intent["destination_account_name"] ?? ""}, ${at}::timestamptz)`
        : null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await audit(tx, {
    at,
    actorKind: "member",
    actor: caller.memberGuid,
    action: "make_schedule",
    object: `schedule:${id}`,
    correlationId: caller.correlationId,
    detail: intent,
  });
  const when = whenTexts[repeats](noticeDay(firstOn));
  await tellMember(tx, app, {
    memberId,
    notice: "schedule_made",
    values: {
      amount: formatPesos(order.amount),
      pesos: formatPesosAscii(order.amount),
      total: formatPesos(most),
      account: payeeAccount(intent).slice(-4),
      when: when.en,
      whenFil: when.fil,
    },
  });
  return id;
}

/** Where the money of an intent goes. */
export const payeeAccount = (intent: Record<string, string>): string =>
  intent["destination_account_number"] ?? intent["destination_account"] ?? "";

type Judged = { found: TransferVerdict; intent: Record<string, string> };

async function judge(tx: Tx, app: App, caller: Caller, { order, code }: Wanted): Promise<Judged> {
  const asked = await tx
    .selectFrom("otp_challenge")
    .select("means")
    .where("pin_id", "=", code.pinId)
    .where("member_id", "=", caller.memberId)
    .executeTakeFirst();
  // The column's check lists them; a code that nobody has is refused when it is spent.
  const means = (asked?.means ?? "code") as Means;
  if (!isFromCard(order)) {
    const found = await judgeOwn(tx, app, caller, { intent: order, means });
    return { found, intent: storedIntent(order) };
  }
  const found = await judgeFromCard(tx, app, caller, { intent: order, isOpen: true, means });
  return { found, intent: found.intent };
}

/** Spends the code on exactly this, as an order does. */
async function spend(
  tx: Tx,
  app: App,
  { memberId }: Caller,
  { code, intent }: { code: Code; intent: Record<string, string> },
): Promise<{ verdict: string; means?: string }> {
  const { pinId, cookieHash } = code;
  const hmac = pinHmac(app.secrets, pinId, code.pin);
  const approved = JSON.stringify(intent);
  const at = app.now();
  const { rows } = await sql<{ means: string }>`
    update otp_challenge o set closed_at = ${at}
    where o.pin_id = ${pinId}
      and code_approves(o, ${memberId}, ${cookieHash}, ${hmac}, ${approved}::jsonb, ${at}::timestamptz)
    returning o.means`.execute(tx);
  const [spent] = rows;
  if (spent !== undefined) return { verdict: "ok", means: spent.means };
  const { rows: why } = await sql<{ verdict: string }>`
    select why_code_does_not_count(${memberId}, ${cookieHash}, ${pinId}::uuid, ${hmac}, ${approved}::jsonb,
      ${at}::timestamptz) as verdict`.execute(tx);
  return { verdict: why[0]?.verdict ?? "otp_incorrect" };
}
