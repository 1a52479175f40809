import { call } from "#console/api/call.ts";
import { EditDialog } from "#console/parts/EditDialog.tsx";
import { type PlainColumn, PlainTable } from "#console/table/PlainTable.tsx";
import { type Catalogue, useTexts } from "#console/texts/texts.ts";
import { type CashDrawer, type CashReceipt, closeCashDrawer } from "#contract/staff/cash.ts";
import { Button } from "#ui/Button.tsx";
import { Checkbox } from "#ui/Checkbox.tsx";
import { Money } from "#ui/Money.tsx";
import { KeyValueList, Panel, SectionHead } from "#ui/Panel.tsx";
import { Reference } from "#ui/Reference.tsx";
import { useState } from "react";
import { CountFields, countsOf, type TypedCounts } from "./CountFields.tsx";
import { DepositForm } from "./DepositForm.tsx";
import { Moment } from "./Moment.tsx";

type Show = (receipt: CashReceipt) => void;

/** The teller's open drawer: deposits, what came in, and the count that closes it. */
export function OwnDrawer(props: {
  drawer: CashDrawer;
  receipts: readonly CashReceipt[];
  onReceipt: Show;
}) {
  const texts = useTexts("cash");
  const { drawer, receipts, onReceipt } = props;
  const [isClosing, setIsClosing] = useState(false);
  return (
    <>
      <SectionHead title={texts.counter} />
      <Panel padded>
        <DepositForm onReceipt={onReceipt} />
      </Panel>
      <SectionHead title={texts.drawer} />
      <Panel padded className="cash-drawer">
        <KeyValueList
          isTight
          rows={[
            { key: "branch", name: texts.branch, value: drawer.branch },
            {
              key: "since",
              name: texts.since,
              value: <Moment at={drawer.openedAt} />,
            },
            { key: "float", name: texts.float, value: <Money amount={drawer.float} alwaysShown /> },
            {
              key: "deposits",
              name: texts.deposits,
              value: <Money amount={drawer.deposits} alwaysShown />,
            },
            {
              key: "withdrawals",
              name: texts.withdrawals,
              value: <Money amount={drawer.withdrawals} alwaysShown />,
            },
          ]}
        />
        <div className="form-actions">
          <Button onClick={() => setIsClosing(true)}>{texts.close}</Button>
        </div>
      </Panel>
      <SectionHead title={texts.receipts} />
      <PlainTable
        caption={texts.receipts}
        columns={columnsOf(texts, onReceipt)}
        rows={receipts}
        keyOf={({ receiptNo }) => receiptNo}
        empty={texts.noReceipts}
      />
      {isClosing && <CloseDialog onClose={() => setIsClosing(false)} />}
    </>
  );
}

function columnsOf(texts: Catalogue["cash"], onReceipt: Show): readonly PlainColumn<CashReceipt>[] {
  return [
    {
      key: "no",
      head: texts.receipt,
      cell: ({ receiptNo }) => <Reference value={receiptNo} />,
    },
    { key: "at", head: texts.time, cell: ({ at }) => <Moment at={at} /> },
    { key: "holder", head: texts.holder, cell: ({ holder }) => holder },
    {
      key: "amount",
      head: texts.amount,
      isFigure: true,
      cell: ({ amount, isWithdrawal }) => (
        <Money amount={isWithdrawal ? -amount : amount} alwaysShown />
      ),
    },
    {
      key: "print",
      head: texts.printed,
      cell: (receipt) => (
        <Button
          small
          aria-label={`${printedText(texts, receipt)}: ${texts.receipt} ${receipt.receiptNo}`}
          onClick={() => onReceipt(receipt)}
        >
          {printedText(texts, receipt)}
        </Button>
      ),
    },
  ];
}

const printedText = (texts: Catalogue["cash"], { printed }: CashReceipt) =>
  printed === 0 ? texts.notPrinted : texts.times(printed);

function CloseDialog({ onClose }: { onClose: () => void }) {
  const texts = useTexts("cash");
  const [typed, setTyped] = useState<TypedCounts>({});
  const [wasRefused, setWasRefused] = useState(false);
  const [isFinal, setIsFinal] = useState(false);
  return (
    <EditDialog
      title={texts.closeTitle}
      done={texts.closed}
      send={async () => {
        const answer = await call(closeCashDrawer, { body: { counts: countsOf(typed), isFinal } });
        if (!answer.status && answer.code === "cash_count_differs") setWasRefused(true);
        return answer;
      }}
      onClose={onClose}
    >
      {() => (
        <>
          <p>{texts.closeLead}</p>
          <CountFields typed={typed} onChange={setTyped} />
          {wasRefused && (
            <Checkbox
              id="final-count"
              checked={isFinal}
              onChange={({ currentTarget }) => setIsFinal(currentTarget.checked)}
            >
              {texts.isFinal}
            </Checkbox>
          )}
        </>
      )}
    </EditDialog>
  );
}
