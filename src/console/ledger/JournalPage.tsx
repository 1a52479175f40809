import { Who } from "#console/parts/Who.tsx";
import { Day } from "#console/parts/Day.tsx";
import { paths } from "#console/paths.ts";
import type { Column } from "#console/table/columns.ts";
import { type List, ListScreen } from "#console/table/ListScreen.tsx";
import { listDownload, listRead } from "#console/table/listCalls.ts";
import { PreviewPanel } from "#console/table/PreviewPanel.tsx";
import { type Catalogue, useLanguage, useTexts } from "#console/texts/texts.ts";
import { exportJournal, getJournal, type JournalRow } from "#contract/staff/ledger.ts";
import { buttonClass } from "#ui/Button.tsx";
import { DateText } from "#ui/DateText.tsx";
import { Money } from "#ui/Money.tsx";
import { KeyValueList } from "#ui/Panel.tsx";
import { Reference } from "#ui/Reference.tsx";
import { Link } from "react-router";
import { LedgerTabs } from "./LedgerTabs.tsx";
import { operationName } from "#console/parts/operationName.ts";

/** The journal of both books, newest first. */
export function JournalPage() {
  const texts = useTexts("ledger");
  const language = useLanguage();
  const list: List<JournalRow> = {
    name: "journal",
    title: texts.journal,
    lead: <LedgerTabs />,
    read: listRead(getJournal),
    fetchFile: listDownload(exportJournal),
    firstSort: "-id",
    rowId: ({ id }) => id,
    rowName: ({ reference }) => reference,
    columns: columnsOf(texts, language),
    filters: [
      { type: "text", key: "reference", label: texts.reference },
      {
        type: "choice",
        key: "book",
        label: texts.book,
        choices: (["ASSOC", "CARD"] as const).map((value) => ({
          value,
          label: texts.books[value],
        })),
      },
      { type: "text", isWhole: true, key: "code", label: texts.code },
      { type: "text", key: "operation", label: texts.operation },
      { type: "text", key: "actor", label: texts.actor },
      { type: "days", fromKey: "from", toKey: "to", label: texts.businessDate },
      { type: "amounts", fromKey: "amountFrom", toKey: "amountTo", label: texts.amount },
    ],
    preview: (row, onClose) => <Preview row={row} onClose={onClose} />,
  };
  return <ListScreen list={list} />;
}

function columnsOf(texts: Catalogue["ledger"], language: string): readonly Column<JournalRow>[] {
  return [
    {
      key: "reference",
      head: texts.reference,
      onCard: "name",
      cell: ({ reference, operation, step }) => (
        <>
          <Reference value={reference} />
          <span className="meta t-under">{operationName({ operation, step })}</span>
        </>
      ),
    },
    {
      key: "amount",
      head: texts.amount,
      isFigure: true,
      cell: ({ amount }) => <Money amount={amount} alwaysShown />,
    },
    {
      key: "day",
      head: texts.businessDate,
      isMinor: true,
      cell: ({ businessDate }) => <Day on={businessDate} />,
    },
    {
      key: "id",
      head: texts.bookedAt,
      isSortable: true,
      cell: ({ bookedAt }) => (
        <DateText at={new Date(bookedAt)} form="dayTime" language={language} />
      ),
    },
    { key: "actor", head: texts.actor, isMinor: true, cell: ({ actor }) => <Who name={actor} /> },
  ];
}

function Preview({ row, onClose }: { row: JournalRow; onClose: () => void }) {
  const texts = useTexts("ledger");
  return (
    <PreviewPanel title={row.reference} reference={row.reference} onClose={onClose}>
      <KeyValueList
        isTight
        rows={[
          { key: "operation", name: texts.operation, value: operationName(row) },
          { key: "amount", name: texts.amount, value: <Money amount={row.amount} alwaysShown /> },
          { key: "day", name: texts.businessDate, value: <Day on={row.businessDate} /> },
          { key: "actor", name: texts.actor, value: <Who name={row.actor} /> },
          { key: "of", name: texts.reversalOf, value: row.reversalOf ?? "–" },
          { key: "by", name: texts.reversedBy, value: row.reversedBy ?? "–" },
        ]}
      />
      <Link className={buttonClass({ small: true })} to={`${paths.ledger}/${row.id}`}>
        {texts.entry(row.id)}
      </Link>
    </PreviewPanel>
  );
}
