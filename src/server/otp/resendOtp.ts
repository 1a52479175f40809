import { formatPesosAscii } from "#common/money.ts";
import { transferIntent } from "#contract/transfers.ts";
import type { App } from "#server/app.ts";
import { transact } from "#server/db/db.ts";
import { pokeRelay } from "#server/jobs/pokeRelay.ts";
import { Refusal } from "#server/refusal.ts";
import { payeeText } from "#server/transfers/checkIntent.ts";
import { closeCodes, type CodeSent, findOpenCode, issueCode, lockMember } from "./issueCode.ts";
import type { OtpPurposeText } from "#server/messages/codeTexts.ts";
import { refuseTooSoon } from "./sendOtp.ts";

export type Resend = {
  memberGuid: string;
  pinId: string | undefined;
  purpose: "login" | "transfer";
  browserHash: Buffer;
  correlationId: string;
};

/**
 * Sends a new code for what the last one was for; the last one no longer works. Refuses with
 * otp_incorrect when this browser waits for no code of this member, and before the countdown is over.
 */
export async function resendOtp(app: App, resend: Resend): Promise<CodeSent> {
  const member = await app.db
    .selectFrom("member")
    .select(["id", "guid"])
    .where("guid", "=", resend.memberGuid)
    .executeTakeFirst();
  if (!member) throw new Refusal("otp_incorrect");

  const of = { memberId: member.id, purpose: resend.purpose, browserHash: resend.browserHash };
  const sent = await transact(app.db, async (tx) => {
    await lockMember(tx, member.id);
    const open = await findOpenCode(tx, { ...of, ...(resend.pinId && { pinId: resend.pinId }) });
    if (!open) throw new Refusal("otp_incorrect");
    refuseTooSoon(open.resend_after, app.now());
    await closeCodes(tx, { ...of, at: app.now() });
    const approved = transferIntent.safeParse(open.intent);
    return issueCode(tx, app, {
      member,
      what: purposeText(resend.purpose, open.intent),
      // Stored by sendOtp in this very form.
      intent: approved.success ? (open.intent as Record<string, string>) : null,
      browserHash: resend.browserHash,
      correlationId: resend.correlationId,
    });
  });
  pokeRelay(app);
  return sent;
}

function purposeText(purpose: "login" | "transfer", intent: unknown): OtpPurposeText {
  const approved = transferIntent.safeParse(intent);
  if (purpose === "login" || !approved.success) return { purpose: "login" };
  return {
    purpose: "transfer",
    amount: formatPesosAscii(approved.data.amount),
    payee: payeeText(approved.data.destination_account),
  };
}
