import { seenFrom } from "#server/platform/activity/noteActivity.ts";
import type { Language } from "#contract/refusals.ts";
import type { App } from "#server/platform/app.ts";
import { agedPasswordText, type PasswordAge } from "#server/domains/access/auth/passwordAge.ts";
import { refusalOfSignInCode } from "#server/domains/access/auth/signInNeeds.ts";
import {
  type Browser,
  keepBrowser,
  lockMember,
  startSession,
} from "#server/domains/access/auth/startSession.ts";
import { refusalOfCode } from "./refusalOfCode.ts";
import { transact, type Tx } from "#server/db/db.ts";
import type { Cookie } from "#server/platform/http/cookies.ts";
import { pokeRelay } from "#server/platform/jobs/pokeRelay.ts";
import { completeSignUp, refuseTakenName } from "#server/domains/access/signUp/completeSignUp.ts";
import { grantRecovery } from "#server/domains/access/auth/recoveryGrant.ts";
import type { Frozen } from "#contract/frozen.ts";
import { afterFreeze, type FreezeDone } from "#server/domains/freeze/freezeMember.ts";
import { unfreezeByCode } from "#server/domains/freeze/unfreeze.ts";
import { freezeByCode } from "#server/domains/freeze/reportIntruder.ts";
import {
  isSessionPurpose,
  purposesOfVisitors,
  sessionPurposes,
} from "#server/domains/otp/purposes.ts";
import { Refusal } from "#server/refusal.ts";
import { otpRefusal, type OtpTry, type TriedCode, tryCode } from "#server/domains/otp/tryCode.ts";

/**
 * Tries a code of a session. A right one is marked verified and stays to be spent by what it approves; where the
 * policy takes no code for that any more, it is void. The count of a wrong one is kept before it is refused.
 */
export async function verifySessionCode(
  app: App,
  tried: OtpTry,
  correlationId: string,
): Promise<void> {
  const how = { purposes: sessionPurposes, correlationId };
  const refusal = await transact(app.db, async (tx) => {
    const { verdict } = await tryCode(tx, app, tried, how);
    if (verdict !== "ok") return otpRefusal(verdict);
    const against = await refusalOfCode(tx, app, tried.pinId);
    if (against !== undefined) {
      await tx
        .updateTable("otp_challenge")
        .set({ closed_at: app.now() })
        .where("pin_id", "=", tried.pinId)
        .execute();
    }
    return against;
  });
  if (refusal !== undefined) throw refusal;
}

/** What a right code led to; a token only at a sign-in. */
export type Verified = {
  guid: string;
  token?: string;
  agedPasswordText: string;
  /** What a code to freeze the account did. */
  frozen?: Frozen;
  /** A code that ended a freeze. */
  isUnfrozen?: boolean;
  /** How many schedules its end left paused. */
  pausedSchedules?: number;
};

type Finished = Omit<Verified, "frozen"> & { cookies: Cookie[]; freeze?: FreezeDone };

/**
 * Tries the code of the sign-in, sign-up or recovery that this browser is at. A right one finishes that
 * step in the same transaction: a session, an account, or the cookie that allows one change.
 */
export async function verifyChallengeCode(
  app: App,
  tried: OtpTry,
  browser: Browser & { language: Language },
): Promise<Verified> {
  const how = { purposes: purposesOfVisitors, correlationId: browser.correlationId };
  const outcome = await refuseTakenName(() =>
    transact(app.db, async (tx) => {
      const code = await tryCode(tx, app, tried, how);
      const finished =
        code.verdict === "ok" ? await finish(tx, app, code, tried, browser) : undefined;
      return (
        finished ?? { verdict: code.verdict === "used_up" ? code.verdict : ("incorrect" as const) }
      );
    }),
  );
  if (outcome instanceof Refusal) throw outcome;
  if ("verdict" in outcome) throw otpRefusal(outcome.verdict);
  const { cookies, freeze, ...verified } = outcome;
  for (const cookie of cookies) browser.setCookie(cookie);
  pokeRelay(app);
  if (verified.token !== undefined) app.metrics.signIns.inc({ outcome: "signed_in" });
  return freeze === undefined ? verified : { ...verified, frozen: await afterFreeze(app, freeze) };
}

async function finish(
  tx: Tx,
  app: App,
  { purpose, memberId }: TriedCode & { verdict: "ok" },
  { memberGuid: guid, pinId }: OtpTry,
  browser: Browser & { language: Language },
): Promise<Finished | Refusal | undefined> {
  const { correlationId } = browser;
  // Spent by what it approves.
  if (isSessionPurpose(purpose)) return undefined;
  const from = seenFrom(app, browser);
  switch (purpose) {
    case "login":
      return signIn(tx, app, memberId, browser);
    case "signup": {
      const made = await completeSignUp(tx, app, { memberId, guid, pinId, correlationId, from });
      if (made === undefined) return undefined;
      const member = { id: memberId, guid: made.memberGuid };
      // Its code was typed here a moment ago: the first sign-in needs no second one.
      const cookies = made.isPhoneProved ? [await keepBrowser(tx, app, member, browser)] : [];
      return { guid, agedPasswordText: "", cookies };
    }
    case "recover_username":
    case "recover_password": {
      const cookie = await grantRecovery(tx, app, {
        memberId,
        guid,
        purpose,
        correlationId,
        from,
      });
      return { guid, agedPasswordText: "", cookies: [cookie] };
    }
    case "freeze": {
      const freeze = await freezeByCode(tx, app, { memberId, browser });
      return freeze && { guid, agedPasswordText: "", cookies: [], freeze };
    }
    case "lift_freeze": {
      const end = await unfreezeByCode(tx, app, { memberId, correlationId });
      return end && { guid, agedPasswordText: "", cookies: [], isUnfrozen: true, ...end };
    }
  }
}

async function signIn(
  tx: Tx,
  app: App,
  memberId: bigint,
  browser: Browser & { language: Language },
): Promise<Finished | Refusal | undefined> {
  const member = await tx
    .selectFrom("member")
    .select(["id", "guid", "status", "password_changed_at", "password_waived_until"])
    .where("id", "=", memberId)
    .executeTakeFirstOrThrow();
  if (member.status !== "active") return undefined;
  const signedIn = { id: member.id, guid: member.guid };
  await lockMember(tx, signedIn);
  const against = await refusalOfSignInCode(tx, app, { ...signedIn, cookies: browser.cookies });
  if (against !== undefined) return against;
  const opened = await startSession(tx, app, signedIn, browser);
  if (opened === undefined) return undefined;
  const { token, cookies } = opened;
  const age: PasswordAge = {
    changedAt: member.password_changed_at,
    waivedUntil: member.password_waived_until,
  };
  return {
    guid: member.guid,
    token,
    agedPasswordText: agedPasswordText(app, age, browser.language),
    cookies,
  };
}
