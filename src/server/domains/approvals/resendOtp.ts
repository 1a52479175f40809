import type { Seen } from "#server/platform/activity/noteActivity.ts";
import type { Language } from "#contract/refusals.ts";
import type { App } from "#server/platform/app.ts";
import { transact } from "#server/db/db.ts";
import { pokeRelay } from "#server/platform/jobs/pokeRelay.ts";
import { Refusal } from "#server/refusal.ts";
import { refusalOfSignInCode } from "#server/domains/access/auth/signInNeeds.ts";
import { refusalOfCode } from "./refusalOfCode.ts";
import { storedApproval } from "./approvals.ts";
import {
  closeCodes,
  codeInPlaceOf,
  type CodeWaitedFor,
  codeWaitedFor,
  findOpenCode,
  issueCode,
  lockMember,
} from "#server/domains/otp/issueCode.ts";
import { type Purpose, standingCode } from "#server/domains/otp/purposes.ts";
import { refuseTooSoon } from "#server/domains/otp/refuseTooSoon.ts";

export type Resend = {
  memberGuid: string;
  pinId: string | undefined;
  /** Of a sign-in, or of what a session approves. */
  purposes: readonly Purpose[];
  browserHash: Buffer;
  cookies: Record<string, string>;
  correlationId: string;
  screenLanguage: Language | undefined;
  /** Where it was asked for. */
  from: Seen;
};

/**
 * Sends a new code for what the last one was for; the last one no longer works. Of a code that was replaced before,
 * whoever names it gets the one that took its place: the answer about that one may have been lost. Refuses with
 * otp_incorrect when this browser waits for no code of this member, before the countdown is over, and where the policy
 * takes no code for it any more.
 */
export async function resendOtp(app: App, resend: Resend): Promise<CodeWaitedFor> {
  const member = await app.db
    .selectFrom("member")
    .select(["id", "guid"])
    .where("guid", "=", resend.memberGuid)
    .executeTakeFirst();
  if (!member) throw new Refusal("otp_incorrect");

  const of = { memberId: member.id, browserHash: resend.browserHash };
  const sent = await transact(app.db, async (tx) => {
    await lockMember(tx, member.id);
    const { purposes, pinId } = resend;
    const named = await findOpenCode(tx, { ...of, purposes, ...(pinId && { pinId }) });
    const open = named ?? (pinId && (await codeInPlaceOf(tx, { ...of, purposes, pinId })));
    if (!open) throw new Refusal("otp_incorrect");
    if (named) refuseTooSoon(named, app.now());
    // Found among these.
    const purpose = open.purpose as Purpose;
    const refusal =
      purpose === "login"
        ? await refusalOfSignInCode(tx, app, { ...member, cookies: resend.cookies })
        : await refusalOfCode(tx, app, open.pin_id);
    if (refusal !== undefined) throw refusal;
    const standing = standingCode(open, app.now());
    if (standing !== undefined) return codeWaitedFor(tx, member, standing);
    await closeCodes(tx, { ...of, purpose, at: app.now() });
    const approved = storedApproval(open.intent);
    return issueCode(tx, app, {
      member,
      what: approved?.what ?? { purpose: "login" },
      intent: approved?.intent ?? null,
      browserHash: resend.browserHash,
      correlationId: resend.correlationId,
      screenLanguage: resend.screenLanguage,
      from: resend.from,
    });
  });
  pokeRelay(app);
  return sent;
}
