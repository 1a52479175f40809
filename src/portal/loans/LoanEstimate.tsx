import { parsePesos, toDecimal } from "#common/money.ts";
import { failureOf } from "#client/queries.ts";
import { type LoanProduct, loanExampleRead, loanForPaymentRead } from "#portal/api/loanReads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { useSettled } from "#portal/shared/useSettled.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { AmountField } from "#ui/AmountField.tsx";
import { Money } from "#ui/Money.tsx";
import { KeyValueList } from "#ui/Panel.tsx";
import { Skeleton } from "#ui/Skeleton.tsx";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { exampleAmount } from "./example.ts";
import { useTotals } from "./totals.tsx";
import { percentText } from "./percent.ts";

/**
 * What the loan would cost, both ways: of the amount that is typed what a month costs, and of what somebody can pay
 * a month how much they could borrow. `payment` is what is typed of the latter, undefined while the amount leads.
 */
export function LoanEstimate(props: {
  product: LoanProduct;
  amount: bigint | undefined;
  months: number;
  payment: string | undefined;
  onPayment: (text: string) => void;
  /** A month of this much pays back a loan of this amount, in centavos. */
  onAmount: (amount: bigint) => void;
}) {
  const { product, months, payment } = props;
  const { cost } = useTexts("loanApply");
  const { data, isFailed } = useExample(product, props.amount, months);
  const error = useLoanFor(props);
  // The terms stand beside it; of the rest the offer tells.
  if (isFailed) return null;
  const monthly = data === undefined ? "" : toDecimal(data.monthlyAmortization);
  return (
    <section className="cost-example" aria-labelledby="example">
      <h3 id="example">{cost.exampleTitle}</h3>
      <AmountField
        id="monthly_payment"
        name="monthly_payment"
        label={cost.monthly}
        hint={cost.monthlyHint}
        value={payment ?? monthly}
        error={error}
        onChange={(text) => {
          // What is drawn anew by itself was not typed.
          if (text !== (payment ?? monthly)) props.onPayment(text);
        }}
      />
      <Figures data={data} />
    </section>
  );
}

type Example = NonNullable<ReturnType<typeof useExample>["data"]>;

/** Of the amount that is typed where the loan can be that, else of a usual one. */
function useExample(product: LoanProduct, amount: bigint | undefined, months: number) {
  const principal = BigInt(useSettled(exampleAmount(product, amount).toString()));
  const { data, isError } = useQuery({
    ...loanExampleRead(useGuid(), product.code, principal, months),
    placeholderData: keepPreviousData,
  });
  return { data, isFailed: isError && data === undefined };
}

/** Finds the loan of the payment that is typed, and says what is wrong with that. */
function useLoanFor(props: {
  product: LoanProduct;
  payment: string | undefined;
  months: number;
  onAmount: (amount: bigint) => void;
}): string | undefined {
  const settled = useSettled(props.payment ?? "");
  const payment = parsePesos(settled.replace(/\.$/, "")) ?? 0n;
  const { data, error } = useQuery(
    loanForPaymentRead(useGuid(), props.product.code, payment, props.months),
  );
  const isTyped = props.payment !== undefined && settled === props.payment;
  const found = isTyped ? data?.principal : undefined;
  const tell = useEffectEvent((amount: bigint) => props.onAmount(amount));
  useEffect(() => {
    if (found !== undefined) tell(found);
  }, [found]);
  return isTyped ? failureOf(error)?.errors[0]?.msg : undefined;
}

function Figures({ data }: { data: Example | undefined }) {
  const { cost } = useTexts("loanApply");
  const totals = useTotals(data);
  const row = (key: string, name: string, found: bigint | undefined) => ({
    key,
    name,
    value: found === undefined ? <Skeleton width="6rem" /> : <Money amount={found} alwaysShown />,
  });
  return (
    <>
      <KeyValueList
        isTight
        rows={[
          row("amount", cost.exampleAmount, data?.principal),
          row("fee", cost.processing, data?.processingFee),
          ...(data?.stampTax === 0n ? [] : [row("tax", cost.stampTax, data?.stampTax)]),
          row("premium", cost.premium, data?.premium),
          row("net", cost.net, data?.netProceeds),
          { ...row("monthly", cost.monthly, data?.monthlyAmortization), isTotal: true },
          ...totals,
          {
            key: "effective",
            name: cost.effective,
            value: data === undefined ? "" : percentText(data.effectiveAnnualRate),
          },
        ]}
      />
      <p className="meta">{cost.exampleOnly}</p>
      {data !== undefined && (
        <p className="meta">
          {cost.penalty}: {cost.penaltyRate(percentText(data.penaltyRate), data.graceDays)}
        </p>
      )}
    </>
  );
}
