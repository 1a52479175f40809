import { paths } from "#console/paths.ts";
import { type List, ListScreen } from "#console/table/ListScreen.tsx";
import { listRead } from "#console/table/listCalls.ts";
import { PreviewPanel } from "#console/table/PreviewPanel.tsx";
import { useTexts } from "#console/texts/texts.ts";
import { getLedgerAccounts, type LedgerAccountRow } from "#contract/staff/ledger.ts";
import { buttonClass } from "#ui/Button.tsx";
import { Money } from "#ui/Money.tsx";
import { KeyValueList } from "#ui/Panel.tsx";
import { Link } from "react-router";
import { LedgerTabs } from "./LedgerTabs.tsx";

/** Every account of both books, by code; each leads to its statement. */
export function AccountsPage() {
  const texts = useTexts("ledger");
  const list: List<LedgerAccountRow> = {
    name: "ledger_accounts",
    title: texts.accounts,
    lead: <LedgerTabs />,
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
      { type: "text", isWhole: true, key: "code", label: texts.code },
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
    preview: (row, onClose) => <Preview row={row} onClose={onClose} />,
    columns: [
      {
        key: "code",
        head: texts.account,
        isSortable: true,
        onCard: "name",
        cell: ({ book, code, name }) => `${book} ${code} ${name}`,
      },
      { key: "subledger", head: texts.subledger, cell: ({ subledger }) => subledger || "–" },
      { key: "kind", head: texts.kind, isMinor: true, cell: ({ kind }) => texts.kinds[kind] },
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
  return <ListScreen list={list} />;
}

function Preview({ row, onClose }: { row: LedgerAccountRow; onClose: () => void }) {
  const texts = useTexts("ledger");
  return (
    <PreviewPanel title={`${row.book} ${row.code} ${row.subledger}`} onClose={onClose}>
      <KeyValueList
        isTight
        rows={[
          { key: "name", name: texts.account, value: row.name },
          { key: "kind", name: texts.kind, value: texts.kinds[row.kind] },
          {
            key: "balance",
            name: texts.balance,
            value: <Money amount={row.balance} alwaysShown />,
          },
          { key: "held", name: texts.held, value: <Money amount={row.held} alwaysShown /> },
        ]}
      />
      <Link className={buttonClass({ small: true })} to={`${paths.ledgerAccounts}/${row.id}`}>
        {texts.statement}
      </Link>
    </PreviewPanel>
  );
}
