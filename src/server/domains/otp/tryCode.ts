import { noteActivity, type Seen } from "#server/platform/activity/noteActivity.ts";
import { sql } from "kysely";
import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import type { Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import type { Secrets } from "#server/platform/secrets/secrets.ts";
import { keepOrUndo } from "./keepOrUndo.ts";
import { everyHmac, pinHmac } from "./pinHmac.ts";
import { type Purpose, CHALLENGE_SECONDS } from "./purposes.ts";

export type OtpTry = {
  memberGuid: string;
  pinId: string;
  pin: string;
  browserHash: Buffer;
  /** Where it comes from. */
  source: string;
  from: Seen;
};

export type TriedCode =
  | { verdict: "ok"; purpose: Purpose; memberId: bigint }
  | { verdict: "incorrect" | "used_up" };

/**
 * Tries a code for one of these purposes, in the caller's transaction. One that is wrong is counted there,
 * so the caller commits before it refuses (otpRefusal).
 */
export async function tryCode(
  tx: Tx,
  app: App,
  tried: OtpTry,
  { purposes, correlationId }: { purposes: readonly Purpose[]; correlationId: string },
): Promise<TriedCode> {
  const { rows } = await sql<{
    verdict: "ok" | "incorrect" | "used_up";
    member_id: bigint | null;
    known_member_id: bigint | null;
    purpose: Purpose | null;
    is_known: boolean;
  }>`
    select verdict, member_id, purpose, is_known, known_member_id from try_code(${tried.pinId}, ${tried.memberGuid},
      ${purposes}, ${tried.browserHash}, ${pinHmac(app.secrets, tried.pinId, tried.pin)},
      ${await triedFirstTimeHmac(tx, app, tried)}, ${CHALLENGE_SECONDS}, ${tried.source},
      ${app.now()})
  `.execute(tx);
  const found = rows[0];
  const verdict = found?.verdict ?? "incorrect";
  app.metrics.otpTries.inc({ outcome: verdict });
  if (verdict === "ok" && found?.purpose && found.member_id !== null) {
    return { verdict, purpose: found.purpose, memberId: found.member_id };
  }
  // What nobody has leaves no row, so that strangers cannot fill the audit.
  const at = app.now();
  await keepOrUndo(tx, async () => {
    await audit(tx, {
      at,
      actorKind: "visitor",
      actor: "unknown",
      action: "otp_refused",
      object: `otp:${tried.pinId}`,
      correlationId,
      detail: { purpose: found?.purpose ?? "none", verdict },
    });
    await noteActivity(tx, {
      memberId: found?.known_member_id ?? undefined,
      at,
      kind: "code_refused",
      doer: "unknown",
      about: found?.purpose ?? "none",
      from: tried.from,
    });
    return found?.is_known === true;
  });
  return { verdict: verdict === "used_up" ? "used_up" : "incorrect" };
}

/** What is kept of a code from the counter. Bound to the guid that the member's sign-up is told. */
export function firstTimeHmac(secrets: Secrets, toldGuid: string, code: string): Buffer {
  return firstTimeHmacs(secrets, toldGuid, code)[0];
}

function firstTimeHmacs(secrets: Secrets, toldGuid: string, code: string) {
  return everyHmac(secrets, `first time:${toldGuid}`, code);
}

/** While the key is exchanged, that of its two keys under which the code is kept, if one is. */
async function triedFirstTimeHmac(tx: Tx, app: App, { memberGuid, pin }: OtpTry): Promise<Buffer> {
  const [present, ...others] = firstTimeHmacs(app.secrets, memberGuid, pin);
  if (others.length === 0) return present;
  const kept = await tx
    .selectFrom("first_time_code")
    .select("code_hmac")
    .where("told_guid", "=", memberGuid)
    .where("code_hmac", "in", others)
    .where("closed_at", "is", null)
    .executeTakeFirst();
  return kept?.code_hmac ?? present;
}

/** The refusal for a verdict other than 'ok'. */
export function otpRefusal(verdict: "incorrect" | "used_up"): Refusal {
  return new Refusal(verdict === "used_up" ? "otp_used_up" : "otp_incorrect");
}
