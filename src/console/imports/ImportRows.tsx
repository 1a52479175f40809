import { LoadFailed } from "#console/layout/LoadFailed.tsx";
import { Pages } from "#console/table/Pages.tsx";
import { PlainTable } from "#console/table/PlainTable.tsx";
import { useTexts } from "#console/texts/texts.ts";
import { type ImportRow, type ImportSummary, ROW_VERDICTS } from "#contract/staff/imports.ts";
import { EmptyState } from "#ui/EmptyState.tsx";
import { Panel, SectionHead } from "#ui/Panel.tsx";
import { Loading, Skeleton } from "#ui/Skeleton.tsx";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { DownloadRows } from "./DownloadRows.tsx";
import { type Place, rowsRead } from "./importReads.ts";

/** The rows of the file, of one finding or of all; which stands in the address. Errors come first. */
export function ImportRows({ summary }: { summary: ImportSummary }) {
  const texts = useTexts("imports");
  const [params, setParams] = useSearchParams();
  const { importGuid, counts } = summary;
  const first = counts.invalid > 0 ? "invalid" : undefined;
  const asked = params.get("verdict");
  const verdict =
    asked === "all" ? undefined : (ROW_VERDICTS.find((one) => one === asked) ?? first);
  const read = useQuery(rowsRead(importGuid, verdict, placeOf(params), summary.state));
  const found = ROW_VERDICTS.filter((one) => one !== "passed_over" || counts.passed_over > 0);
  const filters = [...found, undefined];
  const names = summary.state === "done" ? texts.countsDone : texts.counts;
  return (
    <>
      <SectionHead title={texts.rows} />
      <nav className="i-filters" aria-label={texts.rows}>
        {filters.map((one) => (
          <Link
            key={one ?? "all"}
            to={`?verdict=${one ?? "all"}`}
            aria-current={one === verdict ? "page" : undefined}
          >
            {one === undefined
              ? texts.allRows
              : `${names[one]} ${counts[one].toLocaleString("en-US")}`}
          </Link>
        ))}
      </nav>
      <DownloadRows importGuid={importGuid} verdict={verdict} />
      {read.isPending && (
        <Loading>
          <Panel padded>
            <Skeleton width="70%" />
          </Panel>
        </Loading>
      )}
      {read.isError && <LoadFailed error={read.error} onRetry={() => void read.refetch()} />}
      {read.data?.rows.length === 0 && <EmptyState title={texts.noRows} />}
      {read.data !== undefined && read.data.rows.length > 0 && (
        <>
          <Rows rows={read.data.rows} names={names} />
          <Pages
            words={texts}
            previous={read.data.previous}
            next={read.data.next}
            onTurn={(place) => setParams({ verdict: verdict ?? "all", ...place })}
          />
        </>
      )}
    </>
  );
}

function Rows({ rows, names }: { rows: ImportRow[]; names: Record<ImportRow["verdict"], string> }) {
  const texts = useTexts("imports");
  const { rowColumns } = texts;
  return (
    <PlainTable
      caption={texts.rows}
      rows={rows}
      keyOf={({ line }) => String(line)}
      columns={[
        { key: "line", head: rowColumns.line, cell: ({ line }) => line },
        { key: "number", head: rowColumns.membershipNo, cell: (row) => row.membershipNo || "–" },
        { key: "verdict", head: rowColumns.verdict, cell: ({ verdict }) => names[verdict] },
        { key: "what", head: rowColumns.what, cell: (row) => <What row={row} /> },
      ]}
    />
  );
}

function What({ row: { problems, differences, values } }: { row: ImportRow }) {
  if (problems.length > 0) {
    return (
      <ul>
        {problems.map(({ column, message }) => (
          <li key={`${column} ${message}`}>
            {column !== "" && <b className="code">{column}: </b>}
            {message}
          </li>
        ))}
      </ul>
    );
  }
  if (values.length > 0) {
    return (
      <ul>
        {values.map(({ column, before, after }) => (
          <li key={column}>
            <b className="code">{column}: </b>
            {before !== null && `${before || "–"} → `}
            {after || "–"}
          </li>
        ))}
      </ul>
    );
  }
  return differences.length > 0 ? differences.join(", ") : "–";
}

function placeOf(params: URLSearchParams): Place {
  const after = params.get("after");
  const before = params.get("before");
  if (after !== null) return { after };
  return before === null ? {} : { before };
}
