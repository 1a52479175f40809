import { useMay } from "#console/api/me.ts";
import { read } from "#console/api/queries.ts";
import { PageHead } from "#client/PageHead.tsx";
import { RequestDialog } from "#console/parts/RequestDialog.tsx";
import { Loaded } from "#console/parts/Loaded.tsx";
import { PesosField } from "#console/parts/PesosField.tsx";
import { PlainTable } from "#console/table/PlainTable.tsx";
import { useTexts } from "#console/texts/texts.ts";
import { type Fee, getFees } from "#contract/staff/operations.ts";
import { toDecimal, plainPesos } from "#common/money.ts";
import { Button } from "#ui/Button.tsx";
import { Money } from "#ui/Money.tsx";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

/** What transfers and cards cost and how much may be moved, and the way to ask for another figure. */
export function FeesPage() {
  const texts = useTexts("operations");
  const may = useMay();
  const [changing, setChanging] = useState<Fee>();
  const query = useQuery({
    queryKey: ["fees"],
    queryFn: async ({ signal }) => (await read(getFees, {}, signal)).results,
  });
  return (
    <div className="c-page">
      <PageHead title={texts.fees} after={<p className="sub">{texts.feesHint}</p>} />
      <Loaded query={query}>
        {(fees) => (
          <PlainTable
            caption={texts.fees}
            rows={fees}
            keyOf={({ name }) => name}
            columns={[
              { key: "name", head: texts.fee, cell: ({ name }) => texts.feeNames[name] },
              {
                key: "amount",
                head: texts.feeAmount,
                isFigure: true,
                cell: ({ amount }) => <Money amount={amount} alwaysShown />,
              },
              {
                key: "change",
                head: texts.change,
                cell: (fee) =>
                  may("request.transfer_setting") && (
                    <Button
                      small
                      aria-label={texts.changeOf(texts.feeNames[fee.name])}
                      onClick={() => setChanging(fee)}
                    >
                      {texts.change}
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
      {changing && <FeeDialog fee={changing} onClose={() => setChanging(undefined)} />}
    </div>
  );
}

function FeeDialog({ fee, onClose }: { fee: Fee; onClose: () => void }) {
  const texts = useTexts("operations");
  const [amount, setAmount] = useState<string>(toDecimal(fee.amount));
  return (
    <RequestDialog
      title={texts.changeOf(texts.feeNames[fee.name])}
      kind="transfer_setting"
      required={["amount"]}
      payload={() => ({ name: fee.name, amount: plainPesos(amount) })}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p>
            {texts.feeNow} <Money amount={fee.amount} alwaysShown />
          </p>
          <PesosField
            label={texts.feeNew}
            name="amount"
            value={amount}
            onChange={setAmount}
            error={errors["amount"]}
          />
        </>
      )}
    </RequestDialog>
  );
}
