import { Who } from "#console/parts/Who.tsx";
import { Day } from "#console/parts/Day.tsx";
import { useMay } from "#console/api/me.ts";
import { read } from "#console/api/queries.ts";
import { PageHead } from "#client/PageHead.tsx";
import { RequestDialog } from "#console/parts/RequestDialog.tsx";
import { Loaded } from "#console/parts/Loaded.tsx";
import { PlainTable } from "#console/table/PlainTable.tsx";
import { paths } from "#console/paths.ts";
import { type Catalogue, useLanguage, useTexts } from "#console/texts/texts.ts";
import { getJournalEntry } from "#contract/staff/ledger.ts";
import { Button } from "#ui/Button.tsx";
import { DateText } from "#ui/DateText.tsx";
import { Money } from "#ui/Money.tsx";
import { KeyValueList, Panel, SectionHead } from "#ui/Panel.tsx";
import { Reference } from "#ui/Reference.tsx";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { LedgerTabs } from "./LedgerTabs.tsx";
import { operationName } from "#console/parts/operationName.ts";

/** One journal entry: its postings, what it reverses, and the way to have it reversed. */
export function EntryPage() {
  const texts = useTexts("ledger");
  const { entryId = "" } = useParams();
  const query = useQuery({
    queryKey: ["journalEntry", entryId],
    queryFn: async ({ signal }) =>
      (await read(getJournalEntry, { params: { entryId } }, signal)).result,
  });
  return (
    <div className="c-page">
      <PageHead title={texts.entry(entryId)} />
      <LedgerTabs />
      <Loaded query={query}>{(entry) => <Entry entry={entry} />}</Loaded>
    </div>
  );
}

type Found = NonNullable<Awaited<ReturnType<typeof readEntry>>>;
const readEntry = async () => (await read(getJournalEntry, { params: { entryId: "" } })).result;

function Entry({ entry }: { entry: Found }) {
  const texts = useTexts("ledger");
  const language = useLanguage();
  const may = useMay();
  const [isAsking, setIsAsking] = useState(false);
  const mayReverse =
    may("request.journal_reversal") && entry.reversedBy === null && entry.reversalOf === null;
  return (
    <>
      <Panel padded>
        <KeyValueList
          rows={[
            { key: "operation", name: texts.operation, value: operationName(entry) },
            {
              key: "reference",
              name: texts.reference,
              value: <Reference value={entry.reference} />,
            },
            { key: "day", name: texts.businessDate, value: <Day on={entry.businessDate} /> },
            {
              key: "at",
              name: texts.bookedAt,
              value: <DateText at={new Date(entry.bookedAt)} form="dayTime" language={language} />,
            },
            { key: "actor", name: texts.actor, value: <Who name={entry.actor} /> },
            { key: "amount", name: texts.amount, value: <Money amount={entry.amount} /> },
            ...(entry.request === null ? [] : wordRows(entry.request, texts)),
            ...linkRow("of", texts.reversalOf, entry.reversalOf),
            ...linkRow("by", texts.reversedBy, entry.reversedBy),
          ]}
        />
        {mayReverse && <Button onClick={() => setIsAsking(true)}>{texts.reverse}</Button>}
      </Panel>
      <Postings of={entry.postings} />
      {isAsking && (
        <RequestDialog
          title={texts.reverseTitle(entry.id)}
          kind="journal_reversal"
          payload={() => ({ entryId: entry.id })}
          onClose={() => setIsAsking(false)}
        >
          {() => <p>{entry.isDayClosed ? texts.reverseClosed : texts.reverseMeaning}</p>}
        </RequestDialog>
      )}
    </>
  );
}

function Postings({ of }: { of: Found["postings"] }) {
  const texts = useTexts("ledger");
  return (
    <>
      <SectionHead title={texts.postings} />
      <PlainTable
        caption={texts.postings}
        rows={of.map((posting, index) => ({ ...posting, index }))}
        keyOf={({ index }) => String(index)}
        empty={texts.nothingBooked}
        columns={[
          {
            key: "account",
            head: texts.account,
            cell: ({ book, code, subledger, name, ledgerAccountId }) => (
              <Link to={`${paths.ledgerAccounts}/${ledgerAccountId}`}>
                {[book, code, subledger].filter(Boolean).join(" ")} {name}
              </Link>
            ),
          },
          {
            key: "debit",
            head: texts.debit,
            isFigure: true,
            cell: ({ side, amount }) => (side === "D" ? <Money amount={amount} /> : "–"),
          },
          {
            key: "credit",
            head: texts.credit,
            isFigure: true,
            cell: ({ side, amount }) => (side === "C" ? <Money amount={amount} /> : "–"),
          },
        ]}
      />
    </>
  );
}

function wordRows(request: NonNullable<Found["request"]>, texts: Catalogue["ledger"]) {
  const { id, narrative, reason } = request;
  const to = `${paths.requests}?show=all&open=${id}`;
  return [
    ...(narrative === "" ? [] : [{ key: "narrative", name: texts.narrative, value: narrative }]),
    { key: "reason", name: texts.reason, value: reason },
    { key: "request", name: texts.request, value: <Link to={to}>{texts.toRequest}</Link> },
  ];
}

function linkRow(key: string, name: string, entryId: string | null) {
  if (entryId === null) return [];
  return [{ key, name, value: <Link to={`${paths.ledger}/${entryId}`}>{entryId}</Link> }];
}
