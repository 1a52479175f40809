import { Who } from "#console/parts/Who.tsx";
import { Day, dayText } from "#console/parts/Day.tsx";
import { serverDate } from "#client/clock.ts";
import { call } from "#console/api/call.ts";
import { useMay } from "#console/api/me.ts";
import { EditDialog } from "#console/parts/EditDialog.tsx";
import { paths } from "#console/paths.ts";
import type { Column } from "#console/table/columns.ts";
import { type List, ListScreen } from "#console/table/ListScreen.tsx";
import { listRead } from "#console/table/listCalls.ts";
import { PreviewPanel } from "#console/table/PreviewPanel.tsx";
import { type Catalogue, useLanguage, useTexts } from "#console/texts/texts.ts";
import { addDays, manilaDate } from "#common/manila.ts";
import {
  listReconciliationRuns,
  RECONCILIATION_SOURCES,
  type ReconciliationRun,
  type ReconciliationSource,
  runReconciliation,
} from "#contract/staff/reconciliation.ts";
import { Button } from "#ui/Button.tsx";
import { DateText } from "#ui/DateText.tsx";
import { Money } from "#ui/Money.tsx";
import { KeyValueList } from "#ui/Panel.tsx";
import { SelectField } from "#ui/SelectField.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { TextField } from "#ui/TextField.tsx";
import { useState } from "react";
import { Link } from "react-router";
import { ReconciliationTabs } from "./ReconciliationTabs.tsx";
import "./reconciliation.css";

type Texts = Catalogue["reconciliation"];

/** The partners' files that were held against the books. */
export function FilesPage() {
  const language = useLanguage();
  const texts = useTexts("reconciliation");
  const may = useMay();
  const [isFetching, setIsFetching] = useState(false);
  const list: List<ReconciliationRun> = {
    name: "reconciliation_runs",
    title: texts.runs,
    lead: <ReconciliationTabs />,
    read: listRead(listReconciliationRuns),
    firstSort: "-day",
    rowId: ({ id }) => id,
    rowName: ({ source, day }) => `${texts.sources[source]} ${dayText(day, language)}`,
    columns: columnsOf(texts),
    filters: [
      {
        type: "choice",
        key: "source",
        label: texts.source,
        choices: RECONCILIATION_SOURCES.map((value) => ({ value, label: texts.sources[value] })),
      },
    ],
    ...(may("reconciliation.run") && {
      actions: (
        <>
          <Button onClick={() => setIsFetching(true)}>{texts.fetch}</Button>
          {isFetching && <Fetch onClose={() => setIsFetching(false)} />}
        </>
      ),
    }),
    preview: (row, onClose) => <Preview row={row} onClose={onClose} />,
  };
  return <ListScreen list={list} />;
}

function columnsOf(texts: Texts): readonly Column<ReconciliationRun>[] {
  return [
    {
      key: "day",
      head: texts.day,
      isSortable: true,
      onCard: "name",
      cell: ({ day, source }) => (
        <>
          <Day on={day} />
          <span className="meta t-under">{texts.sources[source]}</span>
        </>
      ),
    },
    { key: "lines", head: texts.lines, isFigure: true, cell: ({ lines }) => lines },
    {
      key: "ours",
      head: texts.oursCount,
      isFigure: true,
      isMinor: true,
      cell: ({ ours }) => ours,
    },
    { key: "matched", head: texts.matched, isFigure: true, cell: ({ matched }) => matched },
    {
      key: "total",
      head: texts.total,
      isFigure: true,
      cell: ({ total }) => <Money amount={total} alwaysShown />,
    },
    {
      key: "flight",
      head: texts.inFlightCount,
      isFigure: true,
      isMinor: true,
      cell: ({ inFlight }) => inFlight,
    },
    {
      key: "open",
      head: texts.openCount,
      onCard: "mark",
      cell: ({ open }) => (
        <StatusTag kind={open === 0 ? "ok" : "bad"}>{open === 0 ? texts.right : open}</StatusTag>
      ),
    },
  ];
}

function Preview({ row, onClose }: { row: ReconciliationRun; onClose: () => void }) {
  const texts = useTexts("reconciliation");
  const language = useLanguage();
  const query = `source=${row.source}&from=${row.day}&to=${row.day}`;
  return (
    <PreviewPanel
      title={`${texts.sources[row.source]} ${dayText(row.day, language)}`}
      onClose={onClose}
    >
      <KeyValueList
        isTight
        rows={[
          { key: "lines", name: texts.lines, value: row.lines },
          { key: "ours", name: texts.oursCount, value: row.ours },
          { key: "matched", name: texts.matched, value: row.matched },
          { key: "open", name: texts.openCount, value: row.open },
          { key: "flight", name: texts.inFlightCount, value: row.inFlight },
          {
            key: "at",
            name: texts.matchedAt,
            value: <DateText at={new Date(row.matchedAt)} form="dayTime" language={language} />,
          },
          { key: "by", name: texts.askedBy, value: <Who name={row.askedBy} /> },
          { key: "hash", name: texts.hash, value: <code className="x-hash">{row.sha256}</code> },
        ]}
      />
      {row.lines !== row.ours && row.open === 0 && <p className="meta">{texts.severalLines}</p>}
      <p>
        <Link to={`${paths.breaks}?${query}`}>{texts.breaks}</Link>
      </p>
    </PreviewPanel>
  );
}

function Fetch({ onClose }: { onClose: () => void }) {
  const texts = useTexts("reconciliation");
  const [source, setSource] = useState<ReconciliationSource>("issuer");
  const [day, setDay] = useState(() => addDays(manilaDate(serverDate()), -1));
  return (
    <EditDialog
      title={texts.fetchTitle}
      done={texts.fetched}
      send={() => call(runReconciliation, { body: { source, day } })}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <SelectField
            label={texts.source}
            error={errorOf("source")}
            value={source}
            // The options are exactly these.
            onChange={(event) => setSource(event.currentTarget.value as ReconciliationSource)}
          >
            {RECONCILIATION_SOURCES.map((value) => (
              <option key={value} value={value}>
                {texts.sources[value]}
              </option>
            ))}
          </SelectField>
          <TextField
            label={texts.day}
            hint={texts.fetchHint}
            type="date"
            required
            error={errorOf("day")}
            value={day}
            onChange={(event) => setDay(event.currentTarget.value)}
          />
        </>
      )}
    </EditDialog>
  );
}
