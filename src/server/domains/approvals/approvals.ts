import { formatPesosAscii, parsePesos } from "#common/money.ts";
import { type CodeIntent, codeIntent } from "#contract/auth.ts";
import type { Means } from "#contract/approvalPolicy.ts";
import { WITHDRAWAL_LIMIT_CEILING_CENTAVOS } from "#contract/cardIntents.ts";
import { isTransferIntent } from "#contract/transfers.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { checkReplacement } from "#server/domains/cards/loss/checkReplacement.ts";
import { raiseIntent } from "#server/domains/cards/withdrawalLimit/raiseIntent.ts";
import { RESET_INTENT } from "#server/domains/cards/pin/resetOwnPin.ts";
import { ownCard } from "#server/domains/cards/state/ownCard.ts";
import { tooHigh } from "#server/domains/cards/withdrawalLimit/tooHigh.ts";
import { transact } from "#server/db/db.ts";
import { removalIntent, requirePasskey } from "#server/domains/passkeys/keepPasskeys.ts";
import { refuseAfterRemoval } from "#server/domains/policy/refuseAfterRemoval.ts";
import { requireMeans } from "#server/domains/policy/requireMeans.ts";
import { checkDebit } from "#server/domains/loans/debits/beginDebit.ts";
import { checkPayment } from "#server/domains/loans/payments/payOwnLoan.ts";
import { checkAcceptance } from "#server/domains/loans/offers/checkAcceptance.ts";
import { refuseWhilePaused } from "#server/domains/members/pause/refuseWhilePaused.ts";
import { checkWithdrawal } from "#server/domains/cash/withdrawals/approveInPortal.ts";
import { atMost, branchText, type OtpPurposeText } from "#server/platform/messages/codeTexts.ts";
import { Refusal } from "#server/refusal.ts";
import { checkRaise } from "#server/domains/transfers/limits/own/checkRaise.ts";
import { raiseText } from "#server/domains/transfers/limits/own/wish.ts";
import { checkRelease } from "#server/domains/moneyLock/releaseOwnLock.ts";
import { checkIntent, payeeText } from "#server/domains/transfers/checkIntent.ts";
import { isScheduled } from "#server/domains/transfers/storedIntent.ts";
import { sumTextAscii } from "#server/platform/messages/sumText.ts";
import type { SessionPurpose } from "#server/domains/otp/purposes.ts";

/** What is stored of an intent and compared with the order. */
export type Approval = {
  what: OtpPurposeText & { purpose: SessionPurpose };
  intent: Record<string, string>;
};

/**
 * What the SMS says, and what the code or the passkey approves. Refuses what the order itself would be refused now,
 * means that the policy does not take for it among them.
 */
export async function approvalOf(
  app: App,
  caller: Caller,
  intent: CodeIntent,
  means: Means,
): Promise<Approval> {
  if (!isTransferIntent(intent)) {
    await requireMeans(app.db, { act: intent.kind, memberId: caller.memberId, means });
    await refuseAfterRemoval(app, { act: intent.kind, memberId: caller.memberId });
  }
  const approved = await approve(app, caller, intent, means);
  return { what: textOf(intent, approved), intent: approved };
}

/** The intent as it is stored. */
async function approve(
  app: App,
  caller: Caller,
  intent: CodeIntent,
  means: Means,
): Promise<Record<string, string>> {
  if (isTransferIntent(intent)) return checkIntent(app, caller, intent, means);
  switch (intent.kind) {
    case "raise_limit":
      if (intent.amount > WITHDRAWAL_LIMIT_CEILING_CENTAVOS) throw tooHigh("intent.amount");
      await transact(app.db, async (tx) => {
        const { memberId } = caller;
        await refuseWhilePaused(tx, app, { memberId, code: "raise_paused" });
        await ownCard(tx, memberId, "set_limit");
      });
      return raiseIntent(intent.amount);
    case "reveal_cvv": {
      const card = await transact(app.db, (tx) => ownCard(tx, caller.memberId, "reveal_cvv"));
      if (!card.cvv_unseen) throw new Refusal("cvv_nothing_to_show");
      return { kind: "reveal_cvv" };
    }
    case "reset_pin":
      await transact(app.db, async (tx) => {
        const { memberId } = caller;
        await refuseWhilePaused(tx, app, { memberId, code: "pin_reset_paused" });
        await ownCard(tx, memberId, "reset_pin");
      });
      return RESET_INTENT;
    case "replace_card":
      return checkReplacement(app, caller, intent);
    case "accept_loan":
      return checkAcceptance(app, caller, intent);
    case "add_passkey":
      return { kind: "add_passkey" };
    case "remove_passkey":
      await requirePasskey(app, caller, intent.passkey);
      return removalIntent(intent.passkey);
    case "raise_own_limit":
      return checkRaise(app, caller, intent);
    case "release_lock":
      return checkRelease(app, caller, intent);
    case "pay_loan":
      return checkPayment(app, caller, intent);
    case "automatic_debit":
      return checkDebit(app, caller, intent);
    case "cash_withdrawal":
      return checkWithdrawal(app, caller, intent);
  }
}

/** Of a transfer with a fee the text names both, as the portal does beside the code; of one by a schedule the most that leaves each time. */
function textOf(
  intent: CodeIntent,
  approved: Record<string, string>,
): OtpPurposeText & { purpose: SessionPurpose } {
  if (isTransferIntent(intent)) {
    const fee = parsePesos(approved["fee"] ?? "") ?? 0n;
    const most = formatPesosAscii(intent.amount + fee);
    return {
      purpose: "transfer",
      amount: isScheduled(intent) ? atMost(most) : sumTextAscii({ amount: intent.amount, fee }),
      payee: payeeText(intent),
    };
  }
  switch (intent.kind) {
    case "raise_limit":
      return { purpose: "raise_limit", amount: formatPesosAscii(intent.amount) };
    case "reveal_cvv":
    case "reset_pin":
    case "add_passkey":
    case "remove_passkey":
      return { purpose: intent.kind };
    case "replace_card":
      return { purpose: "replace_card", amount: formatPesosAscii(intent.fee) };
    case "accept_loan":
      return { purpose: "accept_loan", amount: formatPesosAscii(intent.principal) };
    case "raise_own_limit":
      return raiseText(intent, approved["account"] ?? "");
    case "release_lock":
      return {
        purpose: "release_lock",
        amount: formatPesosAscii(intent.amount),
        account: intent.accountNumber.slice(-4),
      };
    case "pay_loan":
      return {
        purpose: "pay_loan",
        amount: formatPesosAscii(intent.amount),
        loan: intent.loanNo,
        account: intent.accountNumber.slice(-4),
      };
    case "automatic_debit":
      return {
        purpose: "automatic_debit",
        loan: intent.loanNo,
        account: intent.accountNumber.slice(-4),
      };
    case "cash_withdrawal":
      return {
        purpose: "cash_withdrawal",
        amount: formatPesosAscii(intent.amount),
        account: intent.accountNumber.slice(-4),
        branch: branchText(approved["branch"] ?? ""),
      };
  }
}

/** The intent of a code that was sent before, exactly as it was kept; undefined for one of a sign-in. */
export function storedApproval(intent: unknown): Approval | undefined {
  const read = codeIntent.safeParse(intent);
  // Written by approvalOf: texts under names.
  const approved = intent as Record<string, string>;
  return read.success ? { what: textOf(read.data, approved), intent: approved } : undefined;
}
