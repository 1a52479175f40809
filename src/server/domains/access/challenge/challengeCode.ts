import { noteActivity, type Seen } from "#server/platform/activity/noteActivity.ts";
import { sql } from "kysely";
import type { Language } from "#contract/refusals.ts";
import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { findDevice } from "#server/domains/access/auth/devices.ts";
import type { Tx } from "#server/db/db.ts";
import { queueSms } from "#server/platform/messages/queueSms.ts";
import { Refusal } from "#server/refusal.ts";
import type { CodeSent } from "#server/domains/otp/issueCode.ts";
import { otpText } from "#server/platform/messages/codeTexts.ts";
import { keepOrUndo } from "#server/domains/otp/keepOrUndo.ts";
import { makePinId, pinHmac } from "#server/domains/otp/pinHmac.ts";
import {
  CODE_SECONDS,
  secondsToResend,
  CHALLENGE_SECONDS,
  type ChallengePurpose,
  isChallengePurpose,
} from "#server/domains/otp/purposes.ts";
import { spentChallengeBudget } from "./challengeBudget.ts";
import { takeText } from "#server/domains/otp/smsBudget.ts";

/** Who a code can be sent to. */
export type Addressee = { id: bigint; guid: string; mobileNumber: string; language: Language };

export type StageCode = {
  purpose: ChallengePurpose;
  /** What the stranger was told (toldIdentity.ts). */
  guid: string;
  mobileNumber: string;
  /** Undefined for what nobody has: the same row, the same answer, no text. */
  member: Addressee | undefined;
  /** The browser is one that the member has signed in with (isOfMember). */
  isKnownDevice: boolean;
  /** Where the stranger calls from. */
  source: string;
  from: Seen;
  browserHash: Buffer;
  correlationId: string;
  /** Of the screen that asks; where it names none, the member's. */
  screenLanguage: Language | undefined;
  /** Goes on without a text where none may go out: the code from the counter needs the screen. */
  mayBeUnsent: boolean;
};

/** Whose text is written and torn up again, so that nobody's code takes as long as anybody's. */
export const NOBODY: Addressee = {
  id: 0n,
  guid: "00000000-0000-4000-8000-000000000000",
  mobileNumber: "+639000000000",
  language: "en",
};

/** Steps of one guid take turns, whether or not it is anyone's, from here to the end of the transaction. */
export async function lockStage(tx: Tx, guid: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${guid}::text, 0))`.execute(tx);
}

/** Whether the browser has the cookie of a device of this member's. As long a look for nobody. */
export async function isOfMember(
  tx: Tx,
  app: App,
  member: Addressee | undefined,
  cookies: Record<string, string>,
): Promise<boolean> {
  const { guid: memberGuid } = member ?? NOBODY;
  return (await findDevice(tx, app, { cookies, memberGuid })) !== undefined;
}

/**
 * Makes a code for a sign-up or a recovery and promises its text, if there is somebody to text; nothing in the
 * answer tells. Where no text may go out now, for anybody who asks so, it refuses, or says why as `unsent`
 * (mayBeUnsent). The caller has locked the stage (lockStage).
 */
export async function issueChallengeCode(
  tx: Tx,
  app: App,
  code: StageCode,
): Promise<CodeSent & { unsent?: Refusal }> {
  const { purpose, guid, mobileNumber } = code;
  const at = app.now();
  const after = (seconds: number) => new Date(at.getTime() + seconds * 1000);
  const pinId = makePinId(app);
  const pin = app.random.digits(6);
  const delaySec = secondsToResend(purpose);
  const hmac = pinHmac(app.secrets, pinId, pin);
  const made = { pinId, pin, expiresAt: after(CODE_SECONDS) };
  const { isTexted, unsent } = await textCode(tx, app, code, made);
  if (unsent !== undefined && !code.mayBeUnsent) throw unsent;
  await tx
    .insertInto("otp_challenge")
    .values({
      pin_id: pinId,
      member_id: code.member?.id ?? null,
      told_guid: guid,
      told_mobile: mobileNumber,
      purpose,
      // Of a code that went nowhere nothing is kept that could be guessed.
      pin_hmac: isTexted ? hmac : app.random.bytes(32),
      browser_hash: code.browserHash,
      texted: isTexted,
      from_known_device: code.isKnownDevice,
      in_budget: unsent === undefined,
      sent_at: at,
      resend_after: after(delaySec),
      expires_at: after(CODE_SECONDS),
    })
    .execute();
  if (isTexted) app.metrics.otpSends.inc({ purpose });
  return { guid, mobileNumber, pinId, delaySec, ...(unsent && { unsent }) };
}

/** Promises the text, where there is somebody to text and it may go out (else `unsent`); or does as if. */
async function textCode(
  tx: Tx,
  app: App,
  code: StageCode,
  { pinId, pin, expiresAt }: { pinId: string; pin: string; expiresAt: Date },
): Promise<{ isTexted: boolean; unsent: Refusal | undefined }> {
  const at = app.now();
  let unsent = await spentChallengeBudget(tx, app, code);
  const { purpose, member, isKnownDevice, correlationId } = code;
  const { guid: memberGuid, mobileNumber } = member ?? NOBODY;
  const language = code.screenLanguage ?? (member ?? NOBODY).language;
  const isTexted = await keepOrUndo(tx, async () => {
    const isWanted = unsent === undefined && member !== undefined;
    const wait = await takeText(tx, app, { isWanted, isKnownDevice });
    if (unsent === undefined && wait > 0) {
      app.metrics.textsWithheld.inc({ budget: "all" });
      unsent = new Refusal("texts_spent", { retryAfterSeconds: wait });
    }
    await queueSms(tx, app, {
      kind: "code",
      purpose,
      memberId: member?.id ?? null,
      to: mobileNumber,
      text: await otpText(tx, pin, { purpose }, language),
      expiresAt,
    });
    await audit(tx, {
      at,
      actorKind: "visitor",
      actor: "unknown",
      action: "otp_sent",
      object: `otp:${pinId}`,
      correlationId,
      detail: { purpose, member: memberGuid },
    });
    await noteActivity(tx, {
      memberId: member?.id,
      at,
      kind: "code_sent",
      doer: "unknown",
      about: purpose,
      from: code.from,
    });
    return isWanted && unsent === undefined;
  });
  return { isTexted, unsent };
}

/** The code that this browser waits for: the newest one of its stage that is still open. */
export async function findChallengeCode(
  tx: Tx,
  app: App,
  of: { guid: string; purpose?: ChallengePurpose; browserHash: Buffer; pinId?: string | undefined },
) {
  let query = tx
    .selectFrom("otp_challenge")
    .select([
      "pin_id",
      "purpose",
      "member_id",
      "told_mobile",
      "resend_after",
      "wrong_tries",
      "in_budget",
    ])
    .where("told_guid", "=", of.guid)
    .where("browser_hash", "=", of.browserHash)
    .where("closed_at", "is", null)
    .where("sent_at", ">", new Date(app.now().getTime() - CHALLENGE_SECONDS * 1000))
    .orderBy("sent_at", "desc")
    .limit(1);
  if (of.purpose !== undefined) query = query.where("purpose", "=", of.purpose);
  if (of.pinId !== undefined) query = query.where("pin_id", "=", of.pinId);
  return query.executeTakeFirst();
}

/** The open code that this browser got in place of the one that is named, at the same step. */
export async function codeInPlaceOf(
  tx: Tx,
  app: App,
  { guid, browserHash, pinId }: { guid: string; browserHash: Buffer; pinId: string },
) {
  const replaced = await tx
    .selectFrom("otp_challenge")
    .select("purpose")
    .where("pin_id", "=", pinId)
    .where("told_guid", "=", guid)
    .where("browser_hash", "=", browserHash)
    .where("closed_at", "is not", null)
    .where("verified_at", "is", null)
    .executeTakeFirst();
  if (replaced === undefined || !isChallengePurpose(replaced.purpose)) return undefined;
  return findChallengeCode(tx, app, { guid, purpose: replaced.purpose, browserHash });
}

/** Those codes no longer work: of one browser, or all of this guid. */
export async function closeChallengeCodes(
  tx: Tx,
  of: { guid: string; browserHash?: Buffer; at: Date },
): Promise<void> {
  let query = tx
    .updateTable("otp_challenge")
    .set({ closed_at: of.at })
    .where("told_guid", "=", of.guid)
    .where("closed_at", "is", null);
  if (of.browserHash !== undefined) query = query.where("browser_hash", "=", of.browserHash);
  await query.execute();
}

/** Who the member of a stage is now; undefined for nobody, and for who has no number any more. */
export async function addresseeOf(tx: Tx, memberId: bigint | null): Promise<Addressee | undefined> {
  if (memberId === null) return undefined;
  const { guid, mobile_number, language } = await tx
    .selectFrom("member")
    .select(["guid", "mobile_number", "language"])
    .where("id", "=", memberId)
    .executeTakeFirstOrThrow();
  if (mobile_number === null) return undefined;
  return { id: memberId, guid, mobileNumber: mobile_number, language: asLanguage(language) };
}

/** The column has a check for these two. */
export function asLanguage(text: string): Language {
  return text === "fil" ? "fil" : "en";
}
