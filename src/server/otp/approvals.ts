import { formatPesosAscii, toDecimal } from "#common/money.ts";
import { type CodeIntent, codeIntent } from "#contract/auth.ts";
import { WITHDRAWAL_LIMIT_CEILING_CENTAVOS } from "#contract/cardIntents.ts";
import type { App, Caller } from "#server/app.ts";
import { ownCard } from "#server/cards/ownCard.ts";
import { tooHigh } from "#server/cards/limit/tooHigh.ts";
import { transact } from "#server/db/db.ts";
import type { OtpPurposeText } from "#server/messages/codeTexts.ts";
import { Refusal } from "#server/refusal.ts";
import { checkIntent, payeeText } from "#server/transfers/checkIntent.ts";
import { storedIntent } from "#server/transfers/ownTransferIntent.ts";
import type { SessionPurpose } from "./purposes.ts";

/** What a code of a session approves besides a transfer. */
export type ApprovalPurpose = Exclude<SessionPurpose, "transfer">;

/** What is stored of an intent, and compared with the deed. */
export type Approval = { what: OtpPurposeText; intent: Record<string, string> };

/** The intent of a raise to this amount, as it is stored. */
export function raiseIntent(amount: bigint): Record<string, string> {
  return { kind: "raise_limit", amount: toDecimal(amount) };
}

/** Refuses what the deed itself would refuse now. */
export async function refuseHopeless(app: App, caller: Caller, intent: CodeIntent): Promise<void> {
  switch (intent.kind) {
    case "own":
      await checkIntent(app, caller, intent);
      return;
    case "raise_limit":
      if (intent.amount > WITHDRAWAL_LIMIT_CEILING_CENTAVOS) throw tooHigh("intent.amount");
      await transact(app.db, (tx) => ownCard(tx, caller.memberId, { unlocked: true }));
      return;
    case "reveal_cvv": {
      const card = await transact(app.db, (tx) => ownCard(tx, caller.memberId, { unlocked: true }));
      if (!card.cvv_unseen) throw new Refusal("cvv_nothing_to_show");
    }
  }
}

/** What the text says, and what is stored, of an intent. */
export function approvalOf(intent: CodeIntent): Approval {
  switch (intent.kind) {
    case "own": {
      const amount = formatPesosAscii(intent.amount);
      const payee = payeeText(intent.destination_account);
      return { what: { purpose: "transfer", amount, payee }, intent: storedIntent(intent) };
    }
    case "raise_limit": {
      const amount = formatPesosAscii(intent.amount);
      return { what: { purpose: "raise_limit", amount }, intent: raiseIntent(intent.amount) };
    }
    case "reveal_cvv":
      return { what: { purpose: "reveal_cvv" }, intent: { kind: "reveal_cvv" } };
  }
}

/** The intent of a code that was sent before; undefined for one of a sign-in. */
export function storedApproval(intent: unknown): Approval | undefined {
  const read = codeIntent.safeParse(intent);
  return read.success ? approvalOf(read.data) : undefined;
}
