import { type NewActivity, noteActivity } from "#server/platform/activity/noteActivity.ts";
import { maskMobile } from "#common/mask.ts";
import type { Language } from "#contract/refusals.ts";
import { NO_CODE } from "#contract/transfers.ts";
import { sql } from "kysely";
import { isDeepStrictEqual } from "node:util";
import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import type { Tx } from "#server/db/db.ts";
import { queueSms } from "#server/platform/messages/queueSms.ts";
import { Refusal } from "#server/refusal.ts";
import { otpText, type OtpPurposeText } from "#server/platform/messages/codeTexts.ts";
import { makePinId, pinHmac } from "./pinHmac.ts";
import { CODE_SECONDS, type Purpose, secondsToResend, type StandingCode } from "./purposes.ts";
import { secondsToNextSend } from "./sendLimits.ts";

/** The answer of every call that sends a code. */
export type CodeSent = { guid: string; mobileNumber: string; pinId: string; delaySec: number };

/**
 * `triesLeft` stands with a code that was sent before. `notice` stands in place of where the code went: why none
 * was sent, or that it may not have been.
 */
export type CodeWaitedFor = CodeSent & {
  triesLeft?: number;
  /** Nothing was sent now: it is the code that was sent before. */
  sentBefore?: boolean;
  notice?: string;
  isNewDevice?: boolean;
};

export type NewCode = {
  member: { id: bigint; guid: string };
  what: OtpPurposeText;
  /** What the code approves, in the canonical form that the transfer compares. */
  intent: Record<string, string> | null;
  /** Hash of the cookie of the browser that may use it. */
  browserHash: Buffer;
  correlationId: string;
  /** Of the screen that asks; where it names none, the member's. */
  screenLanguage: Language | undefined;
  /** Where it was asked for. */
  from: NewActivity["from"];
  /** Of the staff, who asks the member at the counter; else the member asks. */
  askedBy?: string;
};

/**
 * Makes a member's code for a sign-in or a transfer and promises its text message in the same transaction. Refuses with otp_limit beyond 5
 * an hour or 10 a day of its purpose, and with mobile_missing when there is no number to send to. The caller has
 * locked the member (lockMember), so that the count is exact.
 */
export async function issueCode(tx: Tx, app: App, code: NewCode): Promise<CodeSent> {
  const { member, what } = code;
  const at = app.now();
  const { mobileNumber, language } = await addressee(tx, member.id);
  const whom = { memberId: member.id };
  const wait = await secondsToNextSend(tx, { whom, purpose: what.purpose, at });
  if (wait > 0) throw new Refusal("otp_limit", { retryAfterSeconds: wait });

  const pinId = makePinId(app);
  const pin = newCode(app);
  const delaySec = secondsToResend(what.purpose);
  const after = (seconds: number) => new Date(at.getTime() + seconds * 1000);
  await tx
    .insertInto("otp_challenge")
    .values({
      pin_id: pinId,
      member_id: member.id,
      purpose: what.purpose,
      pin_hmac: pinHmac(app.secrets, pinId, pin),
      intent: code.intent && JSON.stringify(code.intent),
      browser_hash: code.browserHash,
      sent_at: at,
      resend_after: after(delaySec),
      expires_at: after(CODE_SECONDS),
    })
    .execute();
  await queueSms(tx, app, {
    kind: "code",
    purpose: what.purpose,
    memberId: member.id,
    to: mobileNumber,
    text: await otpText(tx, pin, what, code.screenLanguage ?? language),
    expiresAt: after(CODE_SECONDS),
  });
  await audit(tx, {
    at,
    ...(code.askedBy === undefined
      ? { actorKind: "member", actor: member.guid }
      : { actorKind: "staff", actor: code.askedBy }),
    action: "otp_sent",
    object: `otp:${pinId}`,
    correlationId: code.correlationId,
    detail: { purpose: what.purpose },
  });
  // Whoever signs in with a password is not the member before the code is right.
  const asker = code.askedBy === undefined ? "member" : "office";
  const doer = what.purpose === "login" ? "unknown" : asker;
  const { from } = code;
  await noteActivity(tx, {
    memberId: member.id,
    at,
    kind: "code_sent",
    doer,
    about: what.purpose,
    from,
  });
  app.metrics.otpSends.inc({ purpose: what.purpose });
  return { guid: member.guid, mobileNumber: maskMobile(mobileNumber), pinId, delaySec };
}

/** The answer about a code that was sent before and stands. */
export async function codeWaitedFor(
  tx: Tx,
  member: { id: bigint; guid: string },
  standing: StandingCode,
): Promise<CodeWaitedFor> {
  const { mobileNumber } = await addressee(tx, member.id);
  return { guid: member.guid, mobileNumber: maskMobile(mobileNumber), ...standing };
}

/** Six digits that stand for a code. */
export function newCode(app: App): string {
  const code = app.random.digits(6);
  return code === NO_CODE ? newCode(app) : code;
}

/** Sends for one member take turns from here to the end of the transaction. */
export async function lockMember(tx: Tx, memberId: bigint): Promise<void> {
  await sql`select id from member where id = ${memberId} for no key update`.execute(tx);
}

/** The member's open code for one of the purposes in a browser: the newest, or the one that is named. */
export async function findOpenCode(
  tx: Tx,
  of: { memberId: bigint; purposes: readonly Purpose[]; browserHash: Buffer; pinId?: string },
) {
  let query = tx
    .selectFrom("otp_challenge")
    .select(["pin_id", "purpose", "intent", "resend_after", "wrong_tries", "in_budget"])
    .where("member_id", "=", of.memberId)
    .where("purpose", "in", of.purposes)
    .where("browser_hash", "=", of.browserHash)
    .where("means", "=", "code")
    .where("closed_at", "is", null)
    .orderBy("sent_at", "desc")
    .limit(1);
  if (of.pinId !== undefined) query = query.where("pin_id", "=", of.pinId);
  return query.executeTakeFirst();
}

/** The open code that this browser got in place of the one that is named, for the same. */
export async function codeInPlaceOf(
  tx: Tx,
  of: { memberId: bigint; purposes: readonly Purpose[]; browserHash: Buffer; pinId: string },
) {
  const { memberId, browserHash, pinId } = of;
  const replaced = await tx
    .selectFrom("otp_challenge")
    .select(["purpose", "intent"])
    .where("pin_id", "=", pinId)
    .where("member_id", "=", memberId)
    .where("purpose", "in", of.purposes)
    .where("browser_hash", "=", browserHash)
    .where("means", "=", "code")
    .where("closed_at", "is not", null)
    .where("verified_at", "is", null)
    .executeTakeFirst();
  if (replaced === undefined) return undefined;
  // Read among these.
  const purposes = [replaced.purpose as Purpose];
  const open = await findOpenCode(tx, { memberId, purposes, browserHash });
  return isDeepStrictEqual(open?.intent, replaced.intent) ? open : undefined;
}

/** A code, or what waits for a passkey, that was replaced no longer works; but for one, where it is named. */
export async function closeCodes(
  tx: Tx,
  of: { memberId: bigint; purpose: Purpose; browserHash: Buffer; at: Date; butPinId?: string },
): Promise<void> {
  let query = tx
    .updateTable("otp_challenge")
    .set({ closed_at: of.at })
    .where("member_id", "=", of.memberId)
    .where("purpose", "=", of.purpose)
    .where("browser_hash", "=", of.browserHash)
    .where("closed_at", "is", null);
  if (of.butPinId !== undefined) query = query.where("pin_id", "!=", of.butPinId);
  await query.execute();
}

/** Where the member's texts go, and in which language. */
export async function addressee(
  tx: Tx,
  memberId: bigint,
): Promise<{ mobileNumber: string; language: Language }> {
  const { mobile_number, language } = await tx
    .selectFrom("member")
    .select(["mobile_number", "language"])
    .where("id", "=", memberId)
    .executeTakeFirstOrThrow();
  if (mobile_number === null) throw new Refusal("mobile_missing");
  return { mobileNumber: mobile_number, language: language === "fil" ? "fil" : "en" };
}
