import { Day } from "#console/parts/Day.tsx";
import { read } from "#console/api/queries.ts";
import { Loaded } from "#console/parts/Loaded.tsx";
import { paths } from "#console/paths.ts";
import type { Column } from "#console/table/columns.ts";
import { type List, ListScreen } from "#console/table/ListScreen.tsx";
import { listDownload, listRead } from "#console/table/listCalls.ts";
import { PreviewPanel } from "#console/table/PreviewPanel.tsx";
import { type Catalogue, useTexts } from "#console/texts/texts.ts";
import {
  exportAccountStatement,
  getAccountStatement,
  type StatementRow,
} from "#contract/staff/ledger.ts";
import { buttonClass } from "#ui/Button.tsx";
import { Money } from "#ui/Money.tsx";
import { KeyValueList, Panel } from "#ui/Panel.tsx";
import { Reference } from "#ui/Reference.tsx";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { LedgerTabs } from "./LedgerTabs.tsx";
import { operationName } from "#console/parts/operationName.ts";

/** What moved on one account of the ledger, newest first, and what it holds now. */
export function StatementPage() {
  const texts = useTexts("ledger");
  const { ledgerAccountId = "" } = useParams();
  const params = { ledgerAccountId };
  const account = useQuery({
    queryKey: ["statement", ledgerAccountId, "account"],
    queryFn: async ({ signal }) =>
      (await read(getAccountStatement, { params, query: { limit: "1" } }, signal)).result.account,
  });
  const list: List<StatementRow> = {
    name: "ledger_statement",
    title: texts.statement,
    lead: (
      <>
        <LedgerTabs />
        <Loaded query={account}>
          {({ book, code, name, subledger, balance, held }) => (
            <Panel padded className="t-about">
              <b>
                {book} {code} {name} {subledger}
              </b>
              <KeyValueList
                isTight
                rows={[
                  {
                    key: "balance",
                    name: texts.balance,
                    value: <Money amount={balance} alwaysShown />,
                  },
                  { key: "held", name: texts.held, value: <Money amount={held} alwaysShown /> },
                ]}
              />
            </Panel>
          )}
        </Loaded>
      </>
    ),
    read: listRead(getAccountStatement, params),
    fetchFile: listDownload(exportAccountStatement, params),
    firstSort: "-id",
    rowId: ({ id }) => id,
    rowName: ({ reference }) => reference,
    columns: columnsOf(texts),
    preview: (row, onClose) => (
      <PreviewPanel title={row.reference} reference={row.reference} onClose={onClose}>
        <KeyValueList
          isTight
          rows={[
            { key: "operation", name: texts.operation, value: operationName(row) },
            { key: "amount", name: texts.amount, value: <Money amount={row.amount} alwaysShown /> },
            { key: "day", name: texts.businessDate, value: <Day on={row.businessDate} /> },
          ]}
        />
        <Link className={buttonClass({ small: true })} to={`${paths.ledger}/${row.entryId}`}>
          {texts.entry(row.entryId)}
        </Link>
      </PreviewPanel>
    ),
    filters: [{ type: "days", fromKey: "from", toKey: "to", label: texts.businessDate }],
  };
  return <ListScreen list={list} />;
}

function columnsOf(texts: Catalogue["ledger"]): readonly Column<StatementRow>[] {
  return [
    {
      key: "id",
      head: texts.reference,
      isSortable: true,
      onCard: "name",
      cell: ({ reference, operation, step }) => (
        <>
          <Reference value={reference} />
          <span className="meta t-under">{operationName({ operation, step })}</span>
        </>
      ),
    },
    { key: "day", head: texts.businessDate, cell: ({ businessDate }) => <Day on={businessDate} /> },
    {
      key: "debit",
      head: texts.debit,
      isFigure: true,
      cell: ({ side, amount }) => (side === "D" ? <Money amount={amount} alwaysShown /> : "–"),
    },
    {
      key: "credit",
      head: texts.credit,
      isFigure: true,
      cell: ({ side, amount }) => (side === "C" ? <Money amount={amount} alwaysShown /> : "–"),
    },
    {
      key: "balance",
      head: texts.balance,
      isFigure: true,
      cell: ({ balanceAfter }) =>
        balanceAfter === null ? "–" : <Money amount={balanceAfter} alwaysShown />,
    },
  ];
}
