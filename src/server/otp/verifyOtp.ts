import { sql } from "kysely";
import type { Language } from "#contract/refusals.ts";
import type { App } from "#server/app.ts";
import { audit } from "#server/audit.ts";
import { agedPasswordText } from "#server/auth/passwordAge.ts";
import { type Browser, startSession } from "#server/auth/startSession.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { pokeRelay } from "#server/jobs/pokeRelay.ts";
import { Refusal } from "#server/refusal.ts";
import { pinHmac } from "./pinHmac.ts";

export type OtpTry = {
  memberGuid: string;
  pinId: string;
  pin: string;
  purpose: "login" | "transfer";
  browserHash: Buffer;
};

/**
 * Tries a transfer's code. A right one is marked verified and stays to be spent by the transfer. The
 * count of a wrong one is kept before it is refused.
 */
export async function verifyTransferCode(
  app: App,
  tried: OtpTry,
  correlationId: string,
): Promise<void> {
  const { verdict } = await transact(app.db, (tx) => tryCode(tx, app, tried, correlationId));
  if (verdict !== "ok") throw otpRefusal(verdict);
}

/** Tries a sign-in's code; a right one opens the session in the same transaction. */
export async function verifyLoginCode(
  app: App,
  tried: OtpTry,
  browser: Browser & { language: Language },
): Promise<{ guid: string; token: string; agedPasswordText: string }> {
  const outcome = await transact(app.db, async (tx) => {
    const { verdict, memberId } = await tryCode(tx, app, tried, browser.correlationId);
    if (verdict !== "ok" || memberId === null) return { verdict };
    const member = await tx
      .selectFrom("member")
      .select([
        "id",
        "guid",
        "mobile_number",
        "status",
        "password_changed_at",
        "password_waived_until",
      ])
      .where("id", "=", memberId)
      .executeTakeFirstOrThrow();
    if (member.status !== "active") return { verdict: "incorrect" };
    const signedIn = { id: member.id, guid: member.guid, mobileNumber: member.mobile_number };
    return { verdict, member, session: await startSession(tx, app, signedIn, browser) };
  });
  if (!outcome.session) throw otpRefusal(outcome.verdict);
  for (const cookie of outcome.session.cookies) browser.setCookie(cookie);
  pokeRelay(app);
  app.metrics.signIns.inc({ outcome: "signed_in" });
  const { guid, password_changed_at, password_waived_until } = outcome.member;
  const age = { changedAt: password_changed_at, waivedUntil: password_waived_until };
  return {
    guid,
    token: outcome.session.token,
    agedPasswordText: agedPasswordText(app, age, browser.language),
  };
}

async function tryCode(tx: Tx, app: App, tried: OtpTry, correlationId: string) {
  const { rows } = await sql<{ verdict: string; member_id: bigint | null }>`
    select verdict, member_id from try_otp(${tried.pinId}, ${tried.memberGuid}, ${tried.purpose},
      ${tried.browserHash}, ${pinHmac(app.secrets, tried.pinId, tried.pin)}, ${app.now()})
  `.execute(tx);
  const verdict = rows[0]?.verdict ?? "incorrect";
  app.metrics.otpTries.inc({ outcome: verdict });
  // A made-up id leaves no row, so that strangers cannot fill the audit.
  if (verdict !== "ok" && (await isKnown(tx, tried.pinId))) {
    await audit(tx, {
      at: app.now(),
      actorKind: "visitor",
      actor: "unknown",
      action: "otp_refused",
      object: `otp:${tried.pinId}`,
      correlationId,
      detail: { purpose: tried.purpose, verdict },
    });
  }
  return { verdict, memberId: rows[0]?.member_id ?? null };
}

async function isKnown(tx: Tx, pinId: string): Promise<boolean> {
  const found = await tx
    .selectFrom("otp_challenge")
    .select("pin_id")
    .where("pin_id", "=", pinId)
    .executeTakeFirst();
  return found !== undefined;
}

function otpRefusal(verdict: string): Refusal {
  return new Refusal(verdict === "used_up" ? "otp_used_up" : "otp_incorrect");
}
