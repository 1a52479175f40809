import { read } from "#console/api/queries.ts";
import { PageHead } from "#client/PageHead.tsx";
import { ExportButton } from "#console/table/ExportButton.tsx";
import { listDownload } from "#console/table/listCalls.ts";
import { Loaded } from "#console/parts/Loaded.tsx";
import { type PlainColumn, PlainTable } from "#console/table/PlainTable.tsx";
import { useTexts } from "#console/texts/texts.ts";
import { serverNow } from "#client/clock.ts";
import { manilaDate } from "#common/manila.ts";
import {
  exportTrialBalance,
  getTrialBalance,
  type TrialBalanceLine,
} from "#contract/staff/ledger.ts";
import { Money } from "#ui/Money.tsx";
import { SectionHead } from "#ui/Panel.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { TextField } from "#ui/TextField.tsx";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { explainedPath } from "./explainedPath.ts";
import { LedgerTabs } from "./LedgerTabs.tsx";

const BOOKS = ["ASSOC", "CARD"] as const;

/** Both books as of the end of a business date, which stands in the address. */
export function TrialBalancePage() {
  const texts = useTexts("ledger");
  const [search, setSearch] = useSearchParams();
  const day = search.get("day") ?? manilaDate(new Date(serverNow()));
  const query = useQuery({
    queryKey: ["trialBalance", day],
    queryFn: async ({ signal }) => (await read(getTrialBalance, { query: { day } }, signal)).result,
    placeholderData: keepPreviousData,
  });
  return (
    <div className="c-page">
      <PageHead
        title={texts.trialBalance}
        actions={
          <ExportButton
            fetchFile={(onBytes) => listDownload(exportTrialBalance)({ day }, onBytes)}
          />
        }
      />
      <LedgerTabs />
      <div className="ops-bar">
        <TextField
          label={texts.asOf}
          type="date"
          error={undefined}
          value={day}
          onChange={(event) => {
            const { value } = event.currentTarget;
            if (value !== "") setSearch({ day: value }, { replace: true });
          }}
        />
      </div>
      <Loaded query={query}>
        {(found) => (
          <>
            <p>
              <StatusTag kind={found.isClosed ? "ok" : "neutral"}>
                {found.isClosed ? texts.closedDay : texts.openDay}
              </StatusTag>
            </p>
            {BOOKS.map((book) => (
              <BookBalance
                key={book}
                book={book}
                day={day}
                lines={found.lines.filter((line) => line.book === book)}
                sum={found.sums.find((sum) => sum.book === book)}
              />
            ))}
          </>
        )}
      </Loaded>
    </div>
  );
}

function BookBalance(props: {
  book: (typeof BOOKS)[number];
  day: string;
  lines: TrialBalanceLine[];
  sum: { debit: bigint; credit: bigint } | undefined;
}) {
  const texts = useTexts("ledger");
  const { book, sum } = props;
  const moved = props.lines.filter((line) =>
    [line.dayDebit, line.dayCredit, line.debit, line.credit].some((amount) => amount !== 0n),
  );
  const total = {
    code: "",
    name: texts.total,
    debit: sum?.debit ?? 0n,
    credit: sum?.credit ?? 0n,
    dayDebit: sumOf(moved, "dayDebit"),
    dayCredit: sumOf(moved, "dayCredit"),
  };
  return (
    <div>
      <SectionHead
        title={texts.books[book]}
        action={
          <StatusTag kind={total.debit === total.credit ? "ok" : "bad"}>
            {total.debit === total.credit ? texts.balances : texts.balancesNot}
          </StatusTag>
        }
      />
      <PlainTable
        caption={texts.books[book]}
        columns={columnsOf(texts, props.day, book)}
        rows={moved}
        keyOf={({ code }) => code}
        foot={[total]}
        empty={texts.nothingBooked}
      />
    </div>
  );
}

type Line = Omit<TrialBalanceLine, "book" | "type">;

function columnsOf(
  texts: ReturnType<typeof useTexts<"ledger">>,
  day: string,
  book: (typeof BOOKS)[number],
): PlainColumn<Line>[] {
  const figure = (key: "dayDebit" | "dayCredit" | "debit" | "credit", head: string) => ({
    key,
    head,
    isFigure: true,
    cell: (line: Line) => (line[key] === 0n ? "–" : <Money amount={line[key]} />),
  });
  return [
    { key: "code", head: texts.code, cell: ({ code }) => code },
    {
      key: "name",
      head: texts.account,
      cell: ({ code, name }) =>
        code === "" ? name : <Link to={explainedPath({ book, code, day })}>{name}</Link>,
    },
    figure("dayDebit", texts.dayDebit),
    figure("dayCredit", texts.dayCredit),
    figure("debit", texts.debit),
    figure("credit", texts.credit),
  ];
}

function sumOf(lines: Line[], key: "dayDebit" | "dayCredit"): bigint {
  return lines.reduce((sum, line) => sum + line[key], 0n);
}
