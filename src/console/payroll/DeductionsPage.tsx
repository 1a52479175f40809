import { referenceText } from "#common/reference.ts";
import { Reference } from "#ui/Reference.tsx";
import { Day, dayText } from "#console/parts/Day.tsx";
import { call } from "#console/api/call.ts";
import { useMay } from "#console/api/me.ts";
import { WordsDialog } from "#console/parts/WordsDialog.tsx";
import { type List, ListScreen } from "#console/table/ListScreen.tsx";
import { listRead } from "#console/table/listCalls.ts";
import { PreviewPanel } from "#console/table/PreviewPanel.tsx";
import { type Catalogue, useLanguage, useTexts } from "#console/texts/texts.ts";
import { formatPesos } from "#common/money.ts";
import {
  listPayrollLines,
  PAYROLL_LINE_STATES,
  type PayrollLine,
  undoPayrollLine,
} from "#contract/staff/payroll.ts";
import { Button } from "#ui/Button.tsx";
import { Money } from "#ui/Money.tsx";
import { KeyValueList } from "#ui/Panel.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { type ReactNode, useState } from "react";
import { PaidFor } from "./PaidFor.tsx";
import "./payroll.css";
import { PayrollTabs } from "./PayrollTabs.tsx";

type Texts = Catalogue["loans"];
const SHOWN = [...PAYROLL_LINE_STATES, "all"] as const;
const KINDS = { open: "info", answered: "ok", undone: "warn" } as const;

/** What employers were asked to deduct, line by line, and what became of it. */
export function DeductionsPage() {
  const texts = useTexts("loans");
  const list: List<PayrollLine> = {
    name: "payroll_lines",
    title: texts.payrollLines,
    lead: (
      <>
        <PayrollTabs />
        <p className="sub">{texts.payrollLinesLead}</p>
      </>
    ),
    read: listRead(listPayrollLines),
    firstSort: "-madeAt",
    rowId: ({ lineId }) => lineId,
    rowName: ({ reference, line }) => `${reference}, ${line}`,
    filters: [
      {
        type: "choice",
        key: "show",
        label: texts.show,
        choices: SHOWN.map((value) => ({ value, label: shownName(texts, value) })),
      },
      { type: "text", key: "employer", label: texts.employer },
      { type: "text", key: "month", label: texts.month, isWhole: true },
      { type: "text", key: "loanNo", label: texts.loan },
      { type: "text", key: "accountNo", label: texts.account },
      { type: "text", key: "reference", label: texts.file, isWhole: true },
    ],
    columns: columnsOf(texts),
    preview: (row, onClose) => <LinePreview key={row.lineId} row={row} onClose={onClose} />,
  };
  return <ListScreen list={list} />;
}

function shownName(texts: Texts, value: (typeof SHOWN)[number]): string {
  return value === "all" ? texts.shown.all : texts.deductionStates[value];
}

function columnsOf(texts: Texts): List<PayrollLine>["columns"] {
  return [
    {
      key: "loan",
      head: texts.paidFor,
      onCard: "name",
      cell: ({ loanNo, accountNo, name }) => (
        <>
          <PaidFor loanNo={loanNo} accountNo={accountNo} />
          <span className="meta t-under">{name}</span>
        </>
      ),
    },
    {
      key: "file",
      head: texts.file,
      cell: ({ reference, line, employer }) => (
        <>
          <Reference value={reference} />, {line}
          <span className="meta t-under">{employer}</span>
        </>
      ),
    },
    { key: "month", head: texts.month, cell: ({ month }) => <Day on={month} /> },
    {
      key: "due",
      head: texts.amount,
      isFigure: true,
      cell: ({ due }) => <Money amount={due} alwaysShown />,
    },
    {
      key: "state",
      head: texts.state,
      onCard: "mark",
      cell: ({ state }) => (
        <StatusTag kind={KINDS[state]}>{texts.deductionStates[state]}</StatusTag>
      ),
    },
  ];
}

function LinePreview({ row, onClose }: { row: PayrollLine; onClose: () => void }) {
  const language = useLanguage();
  const texts = useTexts("loans");
  const may = useMay();
  const [isUndoing, setIsUndoing] = useState(false);
  const { fileId, line, loanNo, due, month } = row;
  const fact = (name: string, value: ReactNode) => ({ key: name, name, value });
  const said = [fact(texts.saidBy, row.saidBy), fact(texts.undoReason, row.reason)];
  return (
    <PreviewPanel title={`${row.reference}, ${line}`} reference={row.reference} onClose={onClose}>
      <div className="p-preview">
        <KeyValueList
          isTight
          rows={[
            fact(texts.state, texts.deductionStates[row.state]),
            fact(texts.paidFor, <PaidFor loanNo={loanNo} accountNo={row.accountNo} hasLink />),
            fact(texts.member, row.name),
            fact(texts.employer, row.employer),
            fact(texts.month, <Day on={month} />),
            fact(texts.amount, <Money amount={due} alwaysShown />),
            ...(row.state === "undone" ? said : []),
          ]}
        />
        {row.canUndo && may("payroll.undo_line") && (
          <div className="p-actions">
            <Button small look="primary" onClick={() => setIsUndoing(true)}>
              {texts.undo}
            </Button>
          </div>
        )}
        {row.state === "open" && !row.canUndo && may("payroll.undo_line") && (
          <p className="sub">{texts.undoLater}</p>
        )}
        {isUndoing && (
          <WordsDialog
            title={texts.undoTitle(referenceText(loanNo || row.accountNo))}
            about={<p>{texts.undoBody(formatPesos(due), dayText(month, language))}</p>}
            label={texts.undoReason}
            hint={texts.undoHint}
            done={texts.undoDone}
            name="reason"
            most={300}
            send={(reason) =>
              call(undoPayrollLine, {
                params: { fileId, line: String(line) },
                body: { reason },
              })
            }
            onClose={() => setIsUndoing(false)}
          />
        )}
      </div>
    </PreviewPanel>
  );
}
