import { noteActivity } from "#server/platform/activity/noteActivity.ts";
import { isMembershipNumber, withoutSeparators } from "#contract/identity.ts";
import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { transact } from "#server/db/db.ts";
import { tellCounterCode } from "#server/platform/messages/tellCounterCode.ts";
import { holdMember } from "#server/domains/members/holdMember.ts";
import { Refusal } from "#server/refusal.ts";
import { toldGuid } from "#server/domains/access/challenge/toldIdentity.ts";
import { firstTimeHmac } from "#server/domains/otp/tryCode.ts";
import { findOnTheBooks } from "./findApplicant.ts";

const LIFE_SECONDS = 24 * 60 * 60;

/**
 * Makes the first time user's code that staff hand to a member at the counter: six digits, one day, once.
 * The phone on file hears of it.
 * A newer one replaces it, and has the day's wrong tries before it. The return value is the only place
 * where it ever stands. Throws for a number that is not on the books; refuses for a member who has an
 * online account, or whose access staff closed.
 */
export async function issueFirstTimeCode(
  app: App,
  {
    membershipNo,
    issuedBy,
    correlationId = app.random.uuid(),
  }: { membershipNo: string; issuedBy: string; correlationId?: string },
): Promise<{ code: string; expiresAt: Date }> {
  const number = withoutSeparators(membershipNo);
  if (!isMembershipNumber(number)) throw new Error("This is not a membership number.");
  const member = await findOnTheBooks(app.db, number);
  if (member === undefined) throw new Error("Nobody on the books has this membership number.");
  const code = app.random.digits(6);
  const guid = toldGuid(app, "signup", number);
  return transact(app.db, async (tx) => {
    // Whoever closes the access at this moment is waited for, or finds the code and voids it.
    const at = await holdMember(tx, app, member.id);
    const expiresAt = new Date(at.getTime() + LIFE_SECONDS * 1000);
    const present = await findOnTheBooks(tx, number);
    if (present?.mayJoin !== true) {
      throw new Refusal(present?.hasAccount ? "member_has_access" : "member_closed_by_staff");
    }
    await tx
      .updateTable("first_time_code")
      .set({ closed_at: at })
      .where("member_id", "=", member.id)
      .where("closed_at", "is", null)
      .execute();
    // As try_code counts them.
    await tx
      .deleteFrom("throttle")
      .where("scope", "=", "otp_wrong")
      .where("key", "like", `first:${guid}%`)
      .execute();
    await tx
      .insertInto("first_time_code")
      .values({
        member_id: member.id,
        told_guid: guid,
        code_hmac: firstTimeHmac(app.secrets, guid, code),
        issued_by: issuedBy,
        issued_at: at,
        expires_at: expiresAt,
      })
      .execute();
    await audit(tx, {
      at,
      actorKind: "staff",
      actor: issuedBy,
      action: "first_time_code_issued",
      object: `member:${member.guid}`,
      correlationId,
    });
    await noteActivity(tx, {
      memberId: member.id,
      at,
      kind: "first_time_code_issued",
      doer: "office",
    });
    await tellCounterCode(tx, app, { memberId: member.id, purpose: "first_time_code_issued" });
    return { code, expiresAt };
  });
}
