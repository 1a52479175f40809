import { Day } from "#console/parts/Day.tsx";
import { serverNow } from "#client/clock.ts";
import { call } from "#console/api/call.ts";
import { useMay } from "#console/api/me.ts";
import { ageText } from "#console/parts/ageText.ts";
import type { Column } from "#console/table/columns.ts";
import { type List, ListScreen } from "#console/table/ListScreen.tsx";
import { listDownload, listRead } from "#console/table/listCalls.ts";
import { type Catalogue, useTexts } from "#console/texts/texts.ts";
import {
  BREAK_KINDS,
  BREAK_STATES,
  type BreakRow,
  exportBreaks,
  listBreaks,
  RECONCILIATION_SOURCES,
  resolveBreak,
} from "#contract/staff/reconciliation.ts";
import { Money } from "#ui/Money.tsx";
import { Reference } from "#ui/Reference.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { BreakPreview } from "./BreakPreview.tsx";
import { ReconciliationTabs } from "./ReconciliationTabs.tsx";

type Texts = Catalogue["reconciliation"];

export const BREAK_TAGS = {
  open: "bad",
  in_flight: "info",
  cleared: "ok",
  resolved: "ok",
} as const;

/** What does not agree with a partner, the oldest first. */
export function BreaksPage() {
  const texts = useTexts("reconciliation");
  const may = useMay();
  const choices = <Value extends string>(values: readonly Value[], names: Record<Value, string>) =>
    values.map((value) => ({ value, label: names[value] }));
  const list: List<BreakRow> = {
    name: "reconciliation_breaks",
    title: texts.breaks,
    lead: <ReconciliationTabs />,
    read: listRead(listBreaks),
    fetchFile: listDownload(exportBreaks),
    firstSort: "found",
    rowId: ({ id }) => id,
    rowName: ({ reference, kind }) => `${reference}, ${texts.kinds[kind]}`,
    columns: columnsOf(texts),
    filters: [
      {
        type: "choice",
        key: "state",
        label: texts.state,
        choices: choices(BREAK_STATES, texts.states),
      },
      {
        type: "choice",
        key: "source",
        label: texts.source,
        choices: choices(RECONCILIATION_SOURCES, texts.sources),
      },
      {
        type: "choice",
        key: "kind",
        label: texts.kind,
        choices: choices(BREAK_KINDS, texts.kinds),
      },
      { type: "text", key: "reference", label: texts.reference },
      { type: "text", key: "owner", label: texts.owner },
      { type: "days", fromKey: "from", toKey: "to", label: texts.day },
    ],
    ...(may("reconciliation.resolve") && {
      bulk: [
        {
          key: "resolve",
          label: texts.resolveMany,
          ask: { note: texts.resolution, isNoteNeeded: true },
          run: async ({ id }: BreakRow, resolution: string) => {
            const parts = { params: { breakId: id }, body: { resolution } };
            const answer = await call(resolveBreak, parts);
            return answer.status ? undefined : answer;
          },
        },
      ],
    }),
    preview: (row, onClose) => <BreakPreview key={row.id} row={row} onClose={onClose} />,
  };
  return <ListScreen list={list} />;
}

function columnsOf(texts: Texts): readonly Column<BreakRow>[] {
  return [
    {
      key: "reference",
      head: texts.reference,
      onCard: "name",
      cell: ({ reference, source, day }) => (
        <>
          <Reference value={reference || "–"} />
          <span className="meta t-under">
            {texts.sources[source]} · <Day on={day} />
          </span>
        </>
      ),
    },
    { key: "kind", head: texts.kind, cell: ({ kind }) => texts.kinds[kind] },
    {
      key: "amount",
      head: texts.ours,
      isSortable: true,
      isFigure: true,
      cell: ({ ours }) => (ours === null ? texts.nothing : <Money amount={ours} alwaysShown />),
    },
    {
      key: "theirs",
      head: texts.theirs,
      isFigure: true,
      isMinor: true,
      cell: ({ theirs }) =>
        theirs === null ? texts.nothing : <Money amount={theirs} alwaysShown />,
    },
    {
      key: "found",
      head: texts.age,
      isMinor: true,
      isSortable: true,
      cell: ({ foundAt, state }) =>
        state === "open" || state === "in_flight"
          ? ageText((serverNow() - Date.parse(foundAt)) / 1000)
          : "–",
    },
    {
      key: "owner",
      head: texts.owner,
      isMinor: true,
      cell: ({ owner }) => owner ?? texts.nobody,
    },
    {
      key: "state",
      head: texts.state,
      onCard: "mark",
      cell: ({ state }) => <StatusTag kind={BREAK_TAGS[state]}>{texts.states[state]}</StatusTag>,
    },
  ];
}
