import { call } from "#console/api/call.ts";
import { EditDialog } from "#console/parts/EditDialog.tsx";
import { type PlainColumn, PlainTable } from "#console/table/PlainTable.tsx";
import { type Catalogue, useTexts } from "#console/texts/texts.ts";
import { type CashDrawer, type CashReceipt, closeCashDrawer } from "#contract/staff/cash.ts";
import type { CashMove } from "#contract/staff/cashMoves.ts";
import { formatPesos } from "#common/money.ts";
import { Button } from "#ui/Button.tsx";
import { Checkbox } from "#ui/Checkbox.tsx";
import { Money } from "#ui/Money.tsx";
import { Notice } from "#ui/Notice.tsx";
import { KeyValueList, Panel, SectionHead } from "#ui/Panel.tsx";
import { Reference } from "#ui/Reference.tsx";
import { useState } from "react";
import { CountFields, countsOf, type TypedCounts } from "./CountFields.tsx";
import { DepositForm } from "./DepositForm.tsx";
import { Moment } from "./Moment.tsx";
import { AskMoveDialog, TakeBack } from "./MoveDialogs.tsx";

type Show = (receipt: CashReceipt) => void;

/** The teller's open drawer: deposits, what came in, and the count that closes it. */
export function OwnDrawer(props: {
  drawer: CashDrawer;
  receipts: readonly CashReceipt[];
  /** What the teller asked the vault for. */
  waiting: readonly CashMove[];
  /** What is to be in it at most. */
  most: bigint;
  onReceipt: Show;
}) {
  const texts = useTexts("cash");
  const { drawer, receipts, waiting, onReceipt } = props;
  const isOpen = drawer.state === "open";
  return (
    <>
      {isOpen && (
        <>
          <SectionHead title={texts.counter} />
          <Panel padded>
            <DepositForm onReceipt={onReceipt} />
          </Panel>
        </>
      )}
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
            { key: "moved", name: texts.moved, value: <Money amount={drawer.moved} alwaysShown /> },
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
        {isOpen && drawer.inside > props.most && (
          <Notice kind="warn">{texts.overLimit(formatPesos(props.most))}</Notice>
        )}
        {waiting.map((move) => (
          <div key={move.moveId} className="cash-waits">
            <output>
              {texts.moves[move.kind]} <Money amount={move.amount} alwaysShown />:{" "}
              {texts.moveStates.waiting}
            </output>
            <TakeBack move={move} />
          </div>
        ))}
        {isOpen && <DrawerActs />}
      </Panel>
      <SectionHead title={texts.receipts} />
      <PlainTable
        caption={texts.receipts}
        columns={columnsOf(texts, onReceipt)}
        rows={receipts}
        keyOf={({ receiptNo }) => receiptNo}
        empty={texts.noReceipts}
      />
    </>
  );
}

/** More cash, less cash, and the count that ends it. */
function DrawerActs() {
  const texts = useTexts("cash");
  const [act, setAct] = useState<"fill" | "drop" | "close">();
  const end = () => setAct(undefined);
  return (
    <div className="form-actions">
      <Button onClick={() => setAct("fill")}>{texts.moves.fill}</Button>
      <Button onClick={() => setAct("drop")}>{texts.moves.drop}</Button>
      <Button onClick={() => setAct("close")}>{texts.close}</Button>
      {act === "close" && <CloseDialog onClose={end} />}
      {(act === "fill" || act === "drop") && <AskMoveDialog kind={act} onClose={end} />}
    </div>
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
