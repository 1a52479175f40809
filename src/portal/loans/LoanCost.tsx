import { loanTypes } from "#contract/loanTypes.ts";
import { type LoanProduct, loanExampleRead } from "#portal/api/loanReads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { formatPesos } from "#common/money.ts";
import { Money } from "#ui/Money.tsx";
import { Notice } from "#ui/Notice.tsx";
import { KeyValueList, Panel } from "#ui/Panel.tsx";
import { SelectField } from "#ui/SelectField.tsx";
import { Loading, Skeleton } from "#ui/Skeleton.tsx";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { exampleAmount, exampleMonths } from "./example.ts";
import { percentText } from "./percent.ts";
import { useLoanProduct } from "./useLoanProduct.ts";

/** What the chosen type of loan costs, with an example of the amount that is typed. */
export function LoanCost({ type, amount }: { type: string; amount: bigint | undefined }) {
  const { cost } = useTexts("loanApply");
  const { product, hasFailed } = useLoanProduct(type);
  const label = new Map<string, string>(Object.entries(loanTypes)).get(type) ?? type;
  return (
    <Panel padded>
      <h2 className="side-title">{cost.title(label)}</h2>
      {product === undefined ? (
        <NotKnown hasFailed={hasFailed} />
      ) : (
        <>
          <Terms product={product} />
          <Example key={product.code} product={product} amount={amount} />
        </>
      )}
    </Panel>
  );
}

function NotKnown({ hasFailed }: { hasFailed: boolean }) {
  const { cost } = useTexts("loanApply");
  return hasFailed ? (
    <Notice kind="info">{cost.failed}</Notice>
  ) : (
    <Loading label={cost.loading}>
      <Skeleton width="100%" height="28rem" />
    </Loading>
  );
}

function Terms({ product }: { product: LoanProduct }) {
  const { cost } = useTexts("loanApply");
  return (
    <KeyValueList
      isTight
      rows={[
        {
          key: "rate",
          name: cost.rate,
          value: (
            <>
              {percentText(product.annualRate)}
              <span className="meta value-note">{cost.rateMeaning}</span>
            </>
          ),
        },
        { key: "terms", name: cost.terms, value: cost.monthList(product.terms.join(", ")) },
        {
          key: "range",
          name: cost.range,
          value: cost.fromTo(formatPesos(product.minimum), formatPesos(product.maximum)),
        },
      ]}
    />
  );
}

function Example({ product, amount }: { product: LoanProduct; amount: bigint | undefined }) {
  const { cost } = useTexts("loanApply");
  const [months, setMonths] = useState(() => exampleMonths(product.terms));
  const principal = useSettled(exampleAmount(product, amount));
  const { data, isError } = useQuery({
    ...loanExampleRead(useGuid(), product.code, principal, months),
    placeholderData: keepPreviousData,
  });
  // The terms above stand; of the rest the offer tells.
  if (isError && data === undefined) return null;
  const money = (found: bigint | undefined) =>
    found === undefined ? <Skeleton width="6rem" /> : <Money amount={found} alwaysShown />;
  const row = (key: string, name: string, found: bigint | undefined) => ({
    key,
    name,
    value: money(found),
  });
  return (
    <section className="cost-example" aria-labelledby="example">
      <h3 id="example">{cost.exampleTitle}</h3>
      <SelectField
        id="example_months"
        name="example_months"
        label={cost.exampleMonths}
        value={String(months)}
        onChange={(event) => setMonths(Number(event.target.value))}
      >
        {product.terms.map((term) => (
          <option key={term} value={term}>
            {cost.months(term)}
          </option>
        ))}
      </SelectField>
      <KeyValueList
        isTight
        rows={[
          row("amount", cost.exampleAmount, data?.principal),
          row("fee", cost.processing, data?.processingFee),
          ...(data?.stampTax === 0n ? [] : [row("tax", cost.stampTax, data?.stampTax)]),
          row("premium", cost.premium, data?.premium),
          row("net", cost.net, data?.netProceeds),
          { ...row("monthly", cost.monthly, data?.monthlyAmortization), isTotal: true },
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
    </section>
  );
}

const SETTLED_AFTER_MS = 400;

/** An amount once it has stopped changing, so that not every digit asks the server. */
function useSettled(amount: bigint): bigint {
  const [settled, setSettled] = useState(amount);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(amount), SETTLED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [amount]);
  return settled;
}
