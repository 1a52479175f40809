import type { Assertion } from "#contract/passkeys.ts";
import type { Language } from "#contract/refusals.ts";
import { type Tx, transact } from "#server/db/db.ts";
import type { Browser } from "#server/domains/access/auth/startSession.ts";
import { asLanguage } from "#server/domains/access/challenge/challengeCode.ts";
import { openChallenge } from "#server/domains/access/challenge/openChallenge.ts";
import { takeSignInAssertion } from "#server/domains/access/passkeySignIn/takeSignInAssertion.ts";
import { countPaused } from "#server/domains/transfers/schedules/pauseSchedules.ts";
import { holdMember } from "#server/domains/members/holdMember.ts";
import type { CodeWaitedFor } from "#server/domains/otp/issueCode.ts";
import type { RelyingParty } from "#server/domains/passkeys/relyingParty.ts";
import { requireMeans } from "#server/domains/policy/requireMeans.ts";
import { countsFrom } from "#server/domains/policy/waitOf.ts";
import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { manilaMoment } from "#server/platform/notifications/manilaMoment.ts";
import { Refusal } from "#server/refusal.ts";
import { endFreeze, lockFreeze, oldEnough } from "./endFreeze.ts";

/**
 * The first half of a return without an office: a passkey signed our challenge. Sends the second half, a code, to the
 * number on file. Neither ends anything alone. Refuses before the policy has the freeze end, a passkey that was made in the day
 * before the freeze, and where the policy wants an office; staff open what staff closed.
 */
export async function askToUnfreeze(
  app: App,
  browser: Browser & { language: Language },
  signed: { assertion: Assertion; party: RelyingParty },
): Promise<CodeWaitedFor> {
  const { correlationId } = browser;
  const outcome = await transact(app.db, async (tx) => {
    const owner = await takeSignInAssertion(tx, app, { ...signed, correlationId });
    if (owner === undefined) return new Refusal("passkey_ends_no_freeze");
    return (await refusalNow(tx, app, owner)) ?? owner;
  });
  if (outcome instanceof Refusal) throw outcome;
  const { memberId, guid } = outcome;
  const member = await app.db
    .selectFrom("member")
    .select(["membership_no", "mobile_number", "language"])
    .where("id", "=", memberId)
    .executeTakeFirstOrThrow();
  const mobileNumber = member.mobile_number;
  if (mobileNumber === null) throw new Refusal("office_needed");
  return openChallenge(app, browser, {
    purpose: "lift_freeze",
    asked: member.membership_no,
    mobileNumber,
    member: { id: memberId, guid, mobileNumber, language: asLanguage(member.language) },
  });
}

/**
 * The second half: the code was right. Ends the freeze in the transaction that took the code, and tells what it
 * leaves paused. Undefined where it may no longer end so: staff closed the access or ended the freeze meanwhile, or a new one began.
 */
export async function unfreezeByCode(
  tx: Tx,
  app: App,
  { memberId, correlationId }: { memberId: bigint; correlationId: string },
): Promise<{ pausedSchedules: number } | undefined> {
  const at = await holdMember(tx, app, memberId);
  if ((await refusalNow(tx, app, { memberId })) !== undefined) return undefined;
  const { guid } = await tx
    .selectFrom("member")
    .select("guid")
    .where("id", "=", memberId)
    .executeTakeFirstOrThrow();
  await endFreeze(tx, app, {
    memberId,
    actor: { kind: "member", name: guid },
    how: "passkey_and_code",
    identityDocument: null,
    correlationId,
    at,
  });
  await audit(tx, {
    at,
    actorKind: "member",
    actor: guid,
    action: "access_unfrozen",
    object: `member:${guid}`,
    correlationId,
    detail: { how: "passkey_and_code" },
  });
  return { pausedSchedules: await countPaused(tx, memberId) };
}

/** What stands against a return now. The caller holds the member; `passkeyId` is the one that signed, where one did. */
async function refusalNow(
  tx: Tx,
  app: App,
  { memberId, passkeyId }: { memberId: bigint; passkeyId?: string },
): Promise<Refusal | undefined> {
  const { access_closed_for: closedFor } = await tx
    .selectFrom("member")
    .select("access_closed_for")
    .where("id", "=", memberId)
    .executeTakeFirstOrThrow();
  if (closedFor === "staff") return new Refusal("access_closed");
  const freeze = await lockFreeze(tx, memberId);
  if (freeze === undefined) return new Refusal("not_frozen");
  try {
    await requireMeans(tx, { act: "lift_freeze", memberId, means: "passkey" });
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  // Before the wait: nobody is told to come back with a passkey that opens nothing then either.
  if (passkeyId !== undefined && (await isTooNew(tx, { passkeyId, freeze }))) {
    return new Refusal("passkey_too_new");
  }
  const from = await countsFrom(tx, "lift_freeze", freeze.frozen_at);
  return app.now() < from
    ? new Refusal("unfreeze_later", { values: { moment: manilaMoment(from) } })
    : undefined;
}

async function isTooNew(
  tx: Tx,
  { passkeyId, freeze }: { passkeyId: string; freeze: { frozen_at: Date } },
): Promise<boolean> {
  const { created_at: madeAt } = await tx
    .selectFrom("passkey")
    .select("created_at")
    .where("id", "=", passkeyId)
    .executeTakeFirstOrThrow();
  return madeAt > oldEnough(freeze);
}
