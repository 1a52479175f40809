import { listRead } from "#console/table/listCalls.ts";
import { getLedgerAccounts } from "#contract/staff/ledger.ts";
import { useQuery } from "@tanstack/react-query";
import { type Book, BOOKS } from "./journalLines.ts";

const readAccounts = listRead(getLedgerAccounts);

/** Names the suggestions for codes of a book. */
export const chartListId = (book: Book): string => `chart-${book}`;

/** The control accounts of both books, as suggestions for the fields that name one. */
export function ChartOptions() {
  const { data } = useQuery({
    queryKey: ["chart"],
    queryFn: ({ signal }) => readAccounts({ kind: "control", limit: "100" }, signal),
  });
  return BOOKS.map((book) => (
    <datalist key={book} id={chartListId(book)}>
      {data?.rows
        .filter((account) => account.book === book)
        .map(({ id, code, name }) => (
          <option key={id} value={code}>
            {name}
          </option>
        ))}
    </datalist>
  ));
}
