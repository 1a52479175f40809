import { formatPesosAscii, parsePesos } from "#common/money.ts";
import { type CodeIntent, codeIntent } from "#contract/auth.ts";
import { WITHDRAWAL_LIMIT_CEILING_CENTAVOS } from "#contract/cardIntents.ts";
import { isTransferIntent } from "#contract/transfers.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { raiseIntent } from "#server/domains/cards/withdrawalLimit/raiseIntent.ts";
import { ownCard } from "#server/domains/cards/state/ownCard.ts";
import { tooHigh } from "#server/domains/cards/withdrawalLimit/tooHigh.ts";
import { transact } from "#server/db/db.ts";
import { checkAcceptance } from "#server/domains/loans/offers/checkAcceptance.ts";
import type { OtpPurposeText } from "#server/platform/messages/codeTexts.ts";
import { Refusal } from "#server/refusal.ts";
import { checkIntent, payeeText } from "#server/domains/transfers/checkIntent.ts";
import { sumTextAscii } from "#server/platform/messages/sumText.ts";
import type { SessionPurpose } from "#server/domains/otp/purposes.ts";

/** What is stored of an intent and compared with the order. */
export type Approval = {
  what: OtpPurposeText & { purpose: SessionPurpose };
  intent: Record<string, string>;
};

/** What the SMS says, and what the code approves. Refuses what the order itself would be refused now. */
export async function approvalOf(app: App, caller: Caller, intent: CodeIntent): Promise<Approval> {
  const approved = await approve(app, caller, intent);
  return { what: textOf(intent, approved), intent: approved };
}

/** The intent as it is stored. */
async function approve(
  app: App,
  caller: Caller,
  intent: CodeIntent,
): Promise<Record<string, string>> {
  if (isTransferIntent(intent)) return checkIntent(app, caller, intent);
  switch (intent.kind) {
    case "raise_limit":
      if (intent.amount > WITHDRAWAL_LIMIT_CEILING_CENTAVOS) throw tooHigh("intent.amount");
      await transact(app.db, (tx) => ownCard(tx, caller.memberId, "set_limit"));
      return raiseIntent(intent.amount);
    case "reveal_cvv": {
      const card = await transact(app.db, (tx) => ownCard(tx, caller.memberId, "reveal_cvv"));
      if (!card.cvv_unseen) throw new Refusal("cvv_nothing_to_show");
      return { kind: "reveal_cvv" };
    }
    case "accept_loan":
      return checkAcceptance(app, caller, intent);
  }
}

/** Of a transfer with a fee the text names both, as the portal does beside the code. */
function textOf(
  intent: CodeIntent,
  approved: Record<string, string>,
): OtpPurposeText & { purpose: SessionPurpose } {
  if (isTransferIntent(intent)) {
    const fee = parsePesos(approved["fee"] ?? "") ?? 0n;
    return {
      purpose: "transfer",
      sum: sumTextAscii({ amount: intent.amount, fee }),
      payee: payeeText(intent),
    };
  }
  switch (intent.kind) {
    case "raise_limit":
      return { purpose: "raise_limit", amount: formatPesosAscii(intent.amount) };
    case "reveal_cvv":
      return { purpose: "reveal_cvv" };
    case "accept_loan":
      return { purpose: "accept_loan", amount: formatPesosAscii(intent.principal) };
  }
}

/** The intent of a code that was sent before, exactly as it was kept; undefined for one of a sign-in. */
export function storedApproval(intent: unknown): Approval | undefined {
  const read = codeIntent.safeParse(intent);
  // Written by approvalOf: texts under names.
  const approved = intent as Record<string, string>;
  return read.success ? { what: textOf(read.data, approved), intent: approved } : undefined;
}
