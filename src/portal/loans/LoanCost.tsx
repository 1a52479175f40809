import { loanTypes } from "#contract/loanTypes.ts";
import type { LoanProduct } from "#portal/api/loanReads.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { formatPesos } from "#common/money.ts";
import { Notice } from "#ui/Notice.tsx";
import { KeyValueList, Panel } from "#ui/Panel.tsx";
import { Loading, Skeleton } from "#ui/Skeleton.tsx";
import { percentText } from "./percent.ts";
import { useLoanProduct } from "./useLoanProduct.ts";

/** What the chosen type of loan costs. */
export function LoanCost({ type }: { type: string }) {
  const { cost } = useTexts("loanApply");
  const { product, hasFailed } = useLoanProduct(type);
  const label = new Map<string, string>(Object.entries(loanTypes)).get(type) ?? type;
  return (
    <Panel padded>
      <h2 className="side-title">{cost.title(label)}</h2>
      {product === undefined ? <NotKnown hasFailed={hasFailed} /> : <Terms product={product} />}
    </Panel>
  );
}

function NotKnown({ hasFailed }: { hasFailed: boolean }) {
  const { cost } = useTexts("loanApply");
  return hasFailed ? (
    <Notice kind="info">{cost.failed}</Notice>
  ) : (
    <Loading label={cost.loading}>
      <Skeleton width="100%" height="10rem" />
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
