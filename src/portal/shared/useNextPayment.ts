import { outlookRead } from "#portal/api/accountReads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { useQuery } from "@tanstack/react-query";

/** What comes next of a loan in the 30 days ahead, and how it is paid where the member need not do it. */
export function useNextPayment(loanNo: string) {
  const texts = useTexts("dashboard");
  const { data, isError } = useQuery(outlookRead(useGuid()));
  const next = data?.coming.find(
    ({ kind, loan }) => loan?.loanNo === loanNo && kind !== "past_due",
  );
  // A file of deductions asks for what is past due as well.
  const isLate = data?.coming.some(
    ({ kind, loan }) => loan?.loanNo === loanNo && kind === "past_due",
  );
  const how = new Map([
    ["deduction", isLate === true ? texts.fromPayWithLate : texts.fromPay],
    ["debit", next?.isDeducted === true ? texts.restByDebit : texts.byDebit],
  ]).get(next?.kind ?? "");
  return {
    next,
    how: next?.isUnderWay === true ? texts.deduction : how,
    isKnown: data !== undefined || isError,
  };
}
