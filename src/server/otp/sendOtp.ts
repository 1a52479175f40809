import { formatPesosAscii } from "#common/money.ts";
import type { TransferIntent } from "#contract/transfers.ts";
import type { App, Caller } from "#server/app.ts";
import { transact } from "#server/db/db.ts";
import { pokeRelay } from "#server/jobs/pokeRelay.ts";
import { Refusal } from "#server/refusal.ts";
import { checkIntent } from "#server/transfers/checkIntent.ts";
import { storedIntent } from "#server/transfers/ownTransferIntent.ts";
import { closeCodes, type CodeSent, findOpenCode, issueCode, lockMember } from "./issueCode.ts";

/**
 * Sends a code that approves exactly this transfer, and only in the browser of this session. Refuses
 * what the transfer itself would refuse now. The same transfer within the countdown is otp_too_soon;
 * another one replaces the code.
 */
export async function sendOtp(
  app: App,
  caller: Caller,
  order: { intent: TransferIntent; browserHash: Buffer },
): Promise<CodeSent> {
  const { payee } = await checkIntent(app, caller, order.intent);
  const intent = storedIntent(order.intent);
  const of = {
    memberId: caller.memberId,
    purpose: "transfer",
    browserHash: order.browserHash,
  } as const;

  const sent = await transact(app.db, async (tx) => {
    await lockMember(tx, caller.memberId);
    const open = await findOpenCode(tx, of);
    if (open && isSame(open.intent, intent)) refuseTooSoon(open.resend_after, app.now());
    await closeCodes(tx, { ...of, at: app.now() });
    return issueCode(tx, app, {
      member: { id: caller.memberId, guid: caller.memberGuid },
      what: { purpose: "transfer", amount: formatPesosAscii(order.intent.amount), payee },
      intent,
      browserHash: order.browserHash,
      correlationId: caller.correlationId,
    });
  });
  pokeRelay(app);
  return sent;
}

/** The countdown is the server's, whatever a client shows. */
export function refuseTooSoon(resendAfter: Date, now: Date): void {
  const seconds = Math.ceil((resendAfter.getTime() - now.getTime()) / 1000);
  if (seconds > 0) throw new Refusal("otp_too_soon", { retryAfterSeconds: seconds });
}

function isSame(stored: unknown, intent: Record<string, string>): boolean {
  if (typeof stored !== "object" || stored === null) return false;
  return Object.entries(intent).every(([name, value]) => Reflect.get(stored, name) === value);
}
