import { Reference } from "#ui/Reference.tsx";
import { Day } from "#console/parts/Day.tsx";
import type { Column } from "#console/table/columns.ts";
import { type List, ListScreen } from "#console/table/ListScreen.tsx";
import { listRead } from "#console/table/listCalls.ts";
import { type Catalogue, useLanguage, useTexts } from "#console/texts/texts.ts";
import { listRemittances, REMITTANCE_STATES, type RemittanceRow } from "#contract/staff/payroll.ts";
import { DateText } from "#ui/DateText.tsx";
import { Money } from "#ui/Money.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import "./payroll.css";
import { PayrollTabs } from "./PayrollTabs.tsx";
import { RemittancePreview } from "./RemittancePreview.tsx";
import { SendRemittance } from "./SendRemittance.tsx";

const KINDS = {
  checked: "info",
  refused: "bad",
  withdrawn: "neutral",
  posting: "warn",
  posted: "ok",
} as const;

/** Files of what employers deducted: dry run, posting, what is left for a person. */
export function RemittancesPage() {
  const texts = useTexts("loans");
  const language = useLanguage();
  const list: List<RemittanceRow> = {
    name: "remittances",
    title: texts.remittances,
    lead: <PayrollTabs />,
    actions: <SendRemittance />,
    read: listRead(listRemittances),
    firstSort: "-sentAt",
    rowId: ({ remittanceId }) => remittanceId,
    rowName: ({ reference }) => reference,
    filters: [
      { type: "text", key: "employer", label: texts.employer },
      { type: "text", key: "month", label: texts.month, isWhole: true },
      {
        type: "choice",
        key: "state",
        label: texts.state,
        choices: REMITTANCE_STATES.map((value) => ({
          value,
          label: texts.remittanceStates[value],
        })),
      },
    ],
    columns: columnsOf(texts, language),
    preview: ({ remittanceId, reference }, onClose) => (
      <RemittancePreview
        key={remittanceId}
        remittanceId={remittanceId}
        title={reference}
        onClose={onClose}
      />
    ),
  };
  return <ListScreen list={list} />;
}

function columnsOf(texts: Catalogue["loans"], language: string): readonly Column<RemittanceRow>[] {
  return [
    {
      key: "file",
      head: texts.file,
      onCard: "name",
      cell: ({ reference, fileName }) => (
        <>
          <Reference value={reference} />
          <span className="meta t-under">{fileName}</span>
        </>
      ),
    },
    {
      key: "employer",
      head: texts.employer,
      cell: ({ employer, month }) => (
        <>
          {employer}
          <span className="meta t-under">
            <Day on={month} />
          </span>
        </>
      ),
    },
    {
      key: "received",
      head: texts.received,
      isFigure: true,
      cell: ({ received }) => <Money amount={received} alwaysShown />,
    },
    {
      key: "exceptions",
      head: texts.exceptions,
      isFigure: true,
      cell: ({ exceptions, invalid }) => (exceptions + invalid).toLocaleString("en-US"),
    },
    {
      key: "sentAt",
      head: texts.sent,
      isSortable: true,
      isMinor: true,
      cell: ({ sentAt }) => <DateText at={new Date(sentAt)} form="dayTime" language={language} />,
    },
    {
      key: "state",
      head: texts.state,
      onCard: "mark",
      cell: ({ state }) => (
        <StatusTag kind={KINDS[state]}>{texts.remittanceStates[state]}</StatusTag>
      ),
    },
  ];
}
