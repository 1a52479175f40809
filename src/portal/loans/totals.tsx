import type { LoanOffer } from "#contract/loans.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Money } from "#ui/Money.tsx";
import { Skeleton } from "#ui/Skeleton.tsx";

type Totals = Pick<LoanOffer, "totalInterest" | "totalPayments" | "totalCost">;

/** What all of a loan comes to, in the example and in the offer; undefined while it is not known. */
export function useTotals(totals: Totals | undefined) {
  const { offer } = useTexts("loanApplications");
  const value = (found: bigint | undefined) =>
    found === undefined ? <Skeleton width="6rem" /> : <Money amount={found} alwaysShown />;
  return [
    { key: "interest", name: offer.totalInterest, value: value(totals?.totalInterest) },
    { key: "total", name: offer.total, value: value(totals?.totalPayments) },
    {
      key: "cost",
      name: (
        <>
          {offer.totalCost}
          <span className="meta value-note">{offer.totalCostMeaning}</span>
        </>
      ),
      value: value(totals?.totalCost),
    },
  ];
}
