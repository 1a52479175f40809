import { manilaDate } from "#common/manila.ts";
import type { Movement } from "#contract/accounts.ts";
import { movementText } from "#contract/movementKinds.ts";
import { isTransferReference } from "#contract/transferReference.ts";
import { loanPath, loanPaymentPath, transactionDetailsPath } from "#portal/paths.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { formatDate } from "#ui/DateText.tsx";
import { Money } from "#ui/Money.tsx";
import { ArrowDownLeft, ArrowUpRight } from "lucide-react";
import { MovementLine } from "./MovementLine.tsx";

/** One movement of an account, with what it left; with the account where several stand together. */
export function MovementRow({ row, account }: { row: Movement; account?: string }) {
  const texts = useTexts("account");
  const language = useLanguage();
  const at = new Date(row.bookedAt);
  const kind = movementText(row.kind, language);
  return (
    <MovementLine
      to={detailsOf(row, manilaDate(at))}
      icon={row.amount > 0n ? <ArrowDownLeft /> : <ArrowUpRight />}
      who={row.party ?? kind}
      amount={row.amount}
      parts={[
        ...(row.party === null ? [] : [kind]),
        ...(account === undefined ? [] : [account]),
        formatDate(at, "dayTime", language),
      ]}
      refNo={row.refNo}
      left={
        <span className="meta movement-left">
          {texts.balanceAfter} <Money amount={row.balance} />
        </span>
      }
    />
  );
}

/** The receipt of a transfer, or the loan that was paid out, or its payment; its number begins the reference. */
function detailsOf({ kind, refNo }: Movement, day: string): string | undefined {
  if (isTransferReference(refNo)) return transactionDetailsPath(refNo, day);
  if (!kind.startsWith("LOAN_")) return undefined;
  const [loanNo = "", payment] = refNo.split("/");
  return kind.startsWith("LOAN_PAYMENT") && payment !== undefined
    ? loanPaymentPath(loanNo, payment)
    : loanPath(loanNo);
}
