import { referenceText } from "#common/reference.ts";
import { Reference } from "#ui/Reference.tsx";
import { Day } from "#console/parts/Day.tsx";
import { call } from "#console/api/call.ts";
import { useMay } from "#console/api/me.ts";
import { WordsDialog } from "#console/parts/WordsDialog.tsx";
import { type List, ListScreen } from "#console/table/ListScreen.tsx";
import { listRead } from "#console/table/listCalls.ts";
import { PreviewPanel } from "#console/table/PreviewPanel.tsx";
import { type Catalogue, useTexts } from "#console/texts/texts.ts";
import {
  endStandingDeduction,
  listStandingDeductions,
  STANDING_DEDUCTION_STATES,
  type StandingDeduction,
} from "#contract/staff/standingDeductions.ts";
import { Button } from "#ui/Button.tsx";
import { Money } from "#ui/Money.tsx";
import { KeyValueList } from "#ui/Panel.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { type ReactNode, useState } from "react";
import "./payroll.css";
import { PayrollTabs } from "./PayrollTabs.tsx";
import { SetDeduction } from "./SetDeduction.tsx";

type Texts = Catalogue["deductions"];
const KINDS = { running: "ok", ended: "info" } as const;

/** What members have deducted each month for their accounts. */
export function StandingDeductionsPage() {
  const texts = useTexts("deductions");
  const list: List<StandingDeduction> = {
    name: "standing_deductions",
    title: texts.title,
    lead: (
      <>
        <PayrollTabs />
        <p className="sub">{texts.lead}</p>
      </>
    ),
    actions: <NewDeduction />,
    read: listRead(listStandingDeductions),
    firstSort: "-setAt",
    rowId: ({ deductionId }) => deductionId,
    rowName: ({ accountNo, name }) => `${accountNo}, ${name}`,
    filters: [
      {
        type: "choice",
        key: "show",
        label: texts.show,
        choices: [
          ...STANDING_DEDUCTION_STATES.map((value) => ({ value, label: texts.states[value] })),
          { value: "all", label: texts.all },
        ],
      },
      { type: "text", key: "employer", label: texts.employer },
      { type: "text", key: "accountNo", label: texts.account },
    ],
    columns: columnsOf(texts),
    preview: (row, onClose) => (
      <DeductionPreview key={row.deductionId} row={row} onClose={onClose} />
    ),
  };
  return <ListScreen list={list} />;
}

/** Its first month, and its last where another follows. */
const monthsOf = ({ firstMonth, lastMonth }: StandingDeduction) => (
  <>
    <Day on={firstMonth} />
    {lastMonth !== null && (
      <>
        {" – "}
        <Day on={lastMonth} />
      </>
    )}
  </>
);

function columnsOf(texts: Texts): List<StandingDeduction>["columns"] {
  return [
    {
      key: "member",
      head: texts.member,
      onCard: "name",
      cell: ({ name, membershipNo }) => (
        <>
          {name}
          <span className="meta t-under">
            <Reference value={membershipNo} />
          </span>
        </>
      ),
    },
    {
      key: "account",
      head: texts.account,
      cell: ({ accountNo, accountType }) => (
        <>
          <Reference value={accountNo} />
          <span className="meta t-under">{texts.accountTypes[accountType]}</span>
        </>
      ),
    },
    { key: "employer", head: texts.employer, cell: ({ employer }) => employer },
    {
      key: "monthly",
      head: texts.monthly,
      isFigure: true,
      cell: ({ monthly }) => <Money amount={monthly} alwaysShown />,
    },
    { key: "from", head: texts.firstMonth, cell: monthsOf },
    {
      key: "state",
      head: texts.state,
      onCard: "mark",
      cell: ({ state }) => <StatusTag kind={KINDS[state]}>{texts.states[state]}</StatusTag>,
    },
  ];
}

function NewDeduction() {
  const texts = useTexts("deductions");
  const may = useMay();
  const [isOpen, setIsOpen] = useState(false);
  if (!may("payroll.set_deduction")) return null;
  return (
    <>
      <Button small look="primary" onClick={() => setIsOpen(true)}>
        {texts.set}
      </Button>
      {isOpen && <SetDeduction onClose={() => setIsOpen(false)} />}
    </>
  );
}

function DeductionPreview({ row, onClose }: { row: StandingDeduction; onClose: () => void }) {
  const texts = useTexts("deductions");
  const may = useMay();
  const [doing, setDoing] = useState<"change" | "end">();
  const { accountNo, monthly, deductionId } = row;
  const fact = (name: string, value: ReactNode) => ({ key: name, name, value });
  const mayAct = row.state === "running" && may("payroll.set_deduction");
  const stop = () => setDoing(undefined);
  return (
    <PreviewPanel title={row.name} reference={accountNo} onClose={onClose}>
      <div className="p-preview">
        <KeyValueList
          isTight
          rows={[
            fact(texts.state, texts.states[row.state]),
            fact(texts.account, <Reference value={accountNo} />),
            fact(texts.membershipNo, <Reference value={row.membershipNo} />),
            fact(texts.employer, row.employer),
            fact(texts.monthly, <Money amount={monthly} alwaysShown />),
            fact(texts.firstMonth, <Day on={row.firstMonth} />),
            ...(row.lastMonth === null ? [] : [fact(texts.lastMonth, <Day on={row.lastMonth} />)]),
            fact(texts.authority, row.authority),
            fact(texts.setBy, row.setBy),
            ...(row.endedBy === "" ? [] : [fact(texts.endedBy, row.endedBy)]),
          ]}
        />
        {mayAct && (
          <div className="p-actions">
            <Button small look="primary" onClick={() => setDoing("change")}>
              {texts.change}
            </Button>
            <Button small onClick={() => setDoing("end")}>
              {texts.end}
            </Button>
          </div>
        )}
        {doing === "change" && <SetDeduction of={row} onClose={stop} />}
        {doing === "end" && (
          <WordsDialog
            title={texts.endTitle(referenceText(accountNo))}
            about={<p>{texts.endBody}</p>}
            label={texts.endReason}
            hint={texts.endHint}
            done={texts.endDone}
            name="reason"
            most={300}
            send={(reason) =>
              call(endStandingDeduction, { params: { deductionId }, body: { reason } })
            }
            onClose={stop}
          />
        )}
      </div>
    </PreviewPanel>
  );
}
