import { isDeepStrictEqual } from "node:util";
import type { CodeIntent } from "#contract/auth.ts";
import type { Language } from "#contract/refusals.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { transact } from "#server/db/db.ts";
import { pokeRelay } from "#server/platform/jobs/pokeRelay.ts";
import { approvalOf } from "./approvals.ts";
import {
  closeCodes,
  type CodeWaitedFor,
  codeWaitedFor,
  findOpenCode,
  issueCode,
  lockMember,
} from "#server/domains/otp/issueCode.ts";
import { standingCode } from "#server/domains/otp/purposes.ts";

/**
 * Sends a code that approves exactly this, and only in the browser of this session. Refuses what the order
 * itself would refuse now. The same intent within the countdown is answered with the code that stands, and
 * nothing is sent; another one of its kind replaces the code.
 */
export async function sendOtp(
  app: App,
  caller: Caller,
  order: { intent: CodeIntent; browserHash: Buffer; screenLanguage: Language | undefined },
): Promise<CodeWaitedFor> {
  const { what, intent } = await approvalOf(app, caller, order.intent, "code");
  const { browserHash } = order;
  const { purpose } = what;

  const sent = await transact(app.db, async (tx) => {
    await lockMember(tx, caller.memberId);
    const of = { memberId: caller.memberId, browserHash };
    const open = await findOpenCode(tx, { ...of, purposes: [purpose] });
    const standing = isDeepStrictEqual(open?.intent, intent)
      ? standingCode(open, app.now())
      : undefined;
    const member = { id: caller.memberId, guid: caller.memberGuid };
    if (standing !== undefined) return codeWaitedFor(tx, member, standing);
    await closeCodes(tx, { ...of, purpose, at: app.now() });
    return issueCode(tx, app, {
      member,
      what,
      intent,
      browserHash,
      correlationId: caller.correlationId,
      screenLanguage: order.screenLanguage,
      from: { sessionId: caller.sessionId },
    });
  });
  pokeRelay(app);
  return sent;
}
