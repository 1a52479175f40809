import { paths } from "#console/paths.ts";
import { type List, ListScreen } from "#console/table/ListScreen.tsx";
import { listRead } from "#console/table/listCalls.ts";
import { useTexts } from "#console/texts/texts.ts";
import { getLedgerAccounts, type LedgerAccountRow } from "#contract/staff/ledger.ts";
import { Money } from "#ui/Money.tsx";
import { Link } from "react-router";
import { LedgerTabs } from "./LedgerTabs.tsx";

/** Every account of both books, by code; each leads to its statement. */
export function AccountsPage() {
  const texts = useTexts("ledger");
  const list: List<LedgerAccountRow> = {
    name: "ledger_accounts",
    title: texts.accounts,
    read: listRead(getLedgerAccounts),
    firstSort: "code",
    rowId: ({ id }) => id,
    rowName: ({ book, code, subledger }) => `${book} ${code} ${subledger}`.trim(),
    filters: [
      {
        type: "choice",
        key: "book",
        label: texts.book,
        choices: (["ASSOC", "CARD"] as const).map((value) => ({
          value,
          label: texts.books[value],
        })),
      },
      { type: "text", key: "code", label: texts.code },
      { type: "text", key: "subledger", label: texts.subledger },
      {
        type: "choice",
        key: "kind",
        label: texts.kind,
        choices: (["control", "member"] as const).map((value) => ({
          value,
          label: texts.kinds[value],
        })),
      },
    ],
    columns: [
      {
        key: "code",
        head: texts.account,
        isSortable: true,
        onCard: "name",
        cell: ({ id, book, code, name }) => (
          <Link to={`${paths.ledgerAccounts}/${id}`}>
            {book} {code} {name}
          </Link>
        ),
      },
      { key: "subledger", head: texts.subledger, cell: ({ subledger }) => subledger || "–" },
      { key: "kind", head: texts.kind, cell: ({ kind }) => texts.kinds[kind] },
      {
        key: "held",
        head: texts.held,
        isFigure: true,
        cell: ({ held }) => (held === 0n ? "–" : <Money amount={held} alwaysShown />),
      },
      {
        key: "balance",
        head: texts.balance,
        isSortable: true,
        isFigure: true,
        cell: ({ balance }) => <Money amount={balance} alwaysShown />,
      },
    ],
  };
  return (
    <>
      <LedgerTabs />
      <ListScreen list={list} />
    </>
  );
}
