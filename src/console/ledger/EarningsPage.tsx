import { Day } from "#console/parts/Day.tsx";
import type { Column } from "#console/table/columns.ts";
import { type List, ListScreen } from "#console/table/ListScreen.tsx";
import { listRead } from "#console/table/listCalls.ts";
import { type Catalogue, useTexts } from "#console/texts/texts.ts";
import {
  EARNING_KINDS,
  EARNING_STATES,
  type EarningRun,
  listEarningRuns,
} from "#contract/staff/earnings.ts";
import { Money } from "#ui/Money.tsx";
import { Reference } from "#ui/Reference.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { DeclareDividend } from "./DeclareDividend.tsx";
import { EarningPreview } from "./EarningPreview.tsx";
import { LedgerTabs } from "./LedgerTabs.tsx";

const STATE_KINDS = {
  asked: "info",
  reckoned: "info",
  posting: "warn",
  posted: "ok",
  reversing: "warn",
  reversed: "neutral",
  dropped: "neutral",
} as const;

/** What members earned, month by month and year by year: dry runs, posting, taking back. */
export function EarningsPage() {
  const texts = useTexts("earnings");
  const list: List<EarningRun> = {
    name: "earning_runs",
    title: texts.title,
    lead: <LedgerTabs />,
    actions: <DeclareDividend />,
    read: listRead(listEarningRuns),
    firstSort: "-madeAt",
    rowId: ({ runId }) => runId,
    rowName: ({ reference }) => reference,
    filters: [
      {
        type: "choice",
        key: "kind",
        label: texts.kind,
        choices: EARNING_KINDS.map((value) => ({ value, label: texts.kinds[value] })),
      },
      {
        type: "choice",
        key: "state",
        label: texts.state,
        choices: EARNING_STATES.map((value) => ({ value, label: texts.states[value] })),
      },
    ],
    columns: columnsOf(texts),
    preview: ({ runId, reference }, onClose) => (
      <EarningPreview key={runId} runId={runId} title={reference} onClose={onClose} />
    ),
  };
  return <ListScreen list={list} />;
}

function columnsOf(texts: Catalogue["earnings"]): readonly Column<EarningRun>[] {
  return [
    {
      key: "madeAt",
      head: texts.reference,
      isSortable: true,
      onCard: "name",
      cell: ({ reference, kind, product }) => (
        <>
          <Reference value={reference} />
          <span className="meta t-under">
            {texts.kinds[kind]}, {texts.products[product]}
          </span>
        </>
      ),
    },
    { key: "period", head: texts.period, cell: ({ to }) => <Day on={to} /> },
    {
      key: "lines",
      head: texts.lines,
      isFigure: true,
      isMinor: true,
      cell: ({ lines }) => lines.toLocaleString("en-US"),
    },
    {
      key: "gross",
      head: texts.gross,
      isFigure: true,
      cell: ({ gross }) => <Money amount={gross} alwaysShown />,
    },
    {
      key: "net",
      head: texts.net,
      isFigure: true,
      cell: ({ net }) => <Money amount={net} alwaysShown />,
    },
    {
      key: "state",
      head: texts.state,
      onCard: "mark",
      cell: ({ state }) => <StatusTag kind={STATE_KINDS[state]}>{texts.states[state]}</StatusTag>,
    },
  ];
}
