import { manilaDate } from "#common/manila.ts";
import { serverNow } from "#client/clock.ts";
import { PageHead } from "#client/PageHead.tsx";
import { read } from "#console/api/queries.ts";
import { NotFoundPage } from "#console/layout/NoPage.tsx";
import { Day } from "#console/parts/Day.tsx";
import { Loaded } from "#console/parts/Loaded.tsx";
import { paths } from "#console/paths.ts";
import { type PlainColumn, PlainTable } from "#console/table/PlainTable.tsx";
import { type Catalogue, useTexts } from "#console/texts/texts.ts";
import { type BalanceExplained, getBalanceExplained } from "#contract/staff/ledger.ts";
import { Money } from "#ui/Money.tsx";
import { Segmented } from "#ui/Segmented.tsx";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useParams, useSearchParams } from "react-router";
import { LedgerTabs } from "./LedgerTabs.tsx";
import { operationName } from "#console/parts/operationName.ts";

type Asked = { book: "ASSOC" | "CARD"; code: string; day: string; span: "day" | "month" };

/** How a line of the trial balance came about, down to the entries. What is asked stands in the address. */
export function BalancePage() {
  const [search] = useSearchParams();
  const { book, code = "" } = useParams();
  const day = search.get("day") ?? manilaDate(new Date(serverNow()));
  if (book !== "ASSOC" && book !== "CARD") return <NotFoundPage />;
  const span = search.get("span") === "month" ? "month" : "day";
  return <Explained asked={{ book, code, day, span }} />;
}

function Explained({ asked }: { asked: Asked }) {
  const texts = useTexts("ledger");
  const [, setSearch] = useSearchParams();
  const query = useQuery({
    queryKey: ["balanceExplained", asked],
    queryFn: async ({ signal }) =>
      (await read(getBalanceExplained, { query: asked }, signal)).result,
    placeholderData: keepPreviousData,
  });
  const { book, code, day } = asked;
  return (
    <div className="c-page">
      <PageHead
        title={texts.explained(`${book} ${code}`)}
        heading={texts.explained([book, code, query.data?.name ?? ""].join(" ").trim())}
        before={
          <Link to={`${paths.trialBalance}?day=${day}`} className="meta">
            {texts.backToTrial}
          </Link>
        }
      />
      <LedgerTabs />
      <div className="ops-bar">
        <Segmented
          label={texts.explainedSpan}
          value={asked.span}
          choices={(["day", "month"] as const).map((value) => ({
            value,
            label: texts.spans[value],
          }))}
          onChange={(span) => setSearch({ day, span }, { replace: true })}
        />
        <Link to={`${paths.ledgerAccounts}?${new URLSearchParams({ book, code }).toString()}`}>
          {texts.seeAccounts}
        </Link>
      </div>
      <Loaded query={query}>{(found) => <Moves found={found} />}</Loaded>
    </div>
  );
}

type Row = {
  key: string;
  name: string;
  entries: number | null;
  debit: bigint;
  credit: bigint;
  /** Of a balance, in the column where it stands. */
  isBalance: boolean;
  operation: string;
};

const balance = (key: string, name: string, net: bigint): Row => ({
  key,
  name,
  entries: null,
  debit: net > 0n ? net : 0n,
  credit: net < 0n ? -net : 0n,
  isBalance: true,
  operation: "",
});

function Moves({ found }: { found: BalanceExplained }) {
  const texts = useTexts("ledger");
  const rows = [
    balance("opening", texts.balanceBefore, found.opening),
    ...found.moves.map(({ operation, step, ...moved }) => ({
      ...moved,
      key: `${operation} ${step}`,
      name: operationName({ operation, step }),
      isBalance: false,
      operation,
    })),
  ];
  return (
    <>
      <p className="meta">
        <Day on={found.from} /> – <Day on={found.to} />
      </p>
      <PlainTable
        caption={texts.explained(`${found.book} ${found.code}`)}
        columns={columnsOf(texts, found)}
        rows={rows}
        keyOf={({ key }) => key}
        foot={[balance("closing", texts.balanceAtEnd, found.closing)]}
      />
    </>
  );
}

function columnsOf(texts: Catalogue["ledger"], found: BalanceExplained): PlainColumn<Row>[] {
  const figure = (key: "debit" | "credit", head: string) => ({
    key,
    head,
    isFigure: true,
    cell: (row: Row) => (row[key] === 0n ? "–" : <Money amount={row[key]} alwaysShown />),
  });
  const { book, code, from, to } = found;
  return [
    {
      key: "name",
      head: texts.operation,
      cell: ({ name, operation, isBalance }) =>
        isBalance ? (
          <b>{name}</b>
        ) : (
          <Link
            to={`${paths.ledger}?${new URLSearchParams({ book, code, operation, from, to }).toString()}`}
            aria-label={texts.seeEntries(name)}
          >
            {name}
          </Link>
        ),
    },
    {
      key: "entries",
      head: texts.entryCount,
      isFigure: true,
      cell: ({ entries }) => entries ?? "",
    },
    figure("debit", texts.debit),
    figure("credit", texts.credit),
  ];
}
