import { PageHead } from "#client/PageHead.tsx";
import { brand } from "#brand";
import { useMay } from "#console/api/me.ts";
import { call } from "#console/api/call.ts";
import { queryClient } from "#console/api/queries.ts";
import { failureText } from "#console/texts/failureText.ts";
import { useTexts } from "#console/texts/texts.ts";
import { type CashReceipt, printCashReceipt } from "#contract/staff/cash.ts";
import { Button } from "#ui/Button.tsx";
import { Money } from "#ui/Money.tsx";
import { Notice } from "#ui/Notice.tsx";
import { KeyValueList, Panel } from "#ui/Panel.tsx";
import { Reference } from "#ui/Reference.tsx";
import { useState } from "react";
import { flushSync } from "react-dom";
import "./cash.css";
import { Moment } from "./Moment.tsx";

/** A receipt as it is printed, the console's frame left out (layout.css). The deposit is done whether it is or not. */
export function ReceiptSheet(props: { receipt: CashReceipt; onBack: () => void }) {
  const texts = useTexts("cash");
  const [receipt, setReceipt] = useState(props.receipt);
  const mayPrint = useMay()("cash.use");
  const [problem, setProblem] = useState("");
  const [isPending, setIsPending] = useState(false);
  async function print() {
    setProblem("");
    setIsPending(true);
    const { receiptNo } = receipt;
    const answer = await call(printCashReceipt, { params: { receiptNo } });
    setIsPending(false);
    if (!answer.status) return setProblem(failureText(answer));
    // The paper says whether it is a copy.
    flushSync(() => setReceipt(answer.result));
    void queryClient.invalidateQueries();
    globalThis.print();
  }
  return (
    <div className="c-page">
      <PageHead title={receipt.isWithdrawal ? texts.withdrawalReceipt : texts.receiptTitle} />
      {problem !== "" && (
        <Notice kind="bad" role="alert">
          {problem}
        </Notice>
      )}
      <Panel padded className="cash-receipt">
        <p>
          <b>{brand.provider}</b>
        </p>
        {receipt.printed > 1 && (
          <p>
            <b>{texts.copy(String(receipt.printed - 1))}</b>
          </p>
        )}
        <KeyValueList
          isTight
          rows={[
            { key: "no", name: texts.receipt, value: <Reference value={receipt.receiptNo} /> },
            { key: "at", name: texts.time, value: <Moment at={receipt.at} /> },
            { key: "branch", name: texts.branch, value: receipt.branch },
            { key: "teller", name: texts.teller, value: receipt.teller },
            { key: "holder", name: texts.holder, value: receipt.holder },
            {
              key: "account",
              name: texts.products[receipt.product],
              value: <Reference value={receipt.accountNumber} />,
            },
            {
              key: "amount",
              name: texts.amount,
              value: (
                <b>
                  <Money amount={receipt.amount} alwaysShown />
                </b>
              ),
            },
          ]}
        />
      </Panel>
      <div className="form-actions no-print">
        <Button onClick={props.onBack}>{texts.back}</Button>
        {mayPrint && (
          <Button look="primary" pending={isPending} onClick={() => void print()}>
            {texts.print}
          </Button>
        )}
      </div>
    </div>
  );
}
