import { serverDate } from "#client/clock.ts";
import { loanAccountRead } from "#portal/api/loanReads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { formatDate } from "#ui/DateText.tsx";
import { useAmountText } from "#ui/Money.tsx";
import { Notice } from "#ui/Notice.tsx";
import { useQuery } from "@tanstack/react-query";
import { paidLately } from "./payment.ts";

/** That a payment of the member's came within a day: who does not know that it did pays once more. */
export function PaidLately({ loanNo }: { loanNo: string }) {
  const texts = useTexts("payLoan");
  const amountText = useAmountText();
  const language = useLanguage();
  const { data } = useQuery(loanAccountRead(useGuid(), loanNo));
  const latest = paidLately(data?.payments ?? [], serverDate());
  if (latest === undefined) return null;
  const at = formatDate(new Date(latest.bookedAt), "dayTime", language);
  return <Notice kind="info">{texts.paidLately(amountText(latest.amount), at)}</Notice>;
}
