import { useMay } from "#console/api/me.ts";
import { LoadFailed } from "#console/layout/LoadFailed.tsx";
import { PageHead } from "#client/PageHead.tsx";
import { paths } from "#console/paths.ts";
import { Pages } from "#console/table/Pages.tsx";
import { PlainTable } from "#console/table/PlainTable.tsx";
import { useLanguage, useTexts } from "#console/texts/texts.ts";
import type { ImportSummary } from "#contract/staff/imports.ts";
import { DateText } from "#ui/DateText.tsx";
import { EmptyState } from "#ui/EmptyState.tsx";
import { Panel, SectionHead } from "#ui/Panel.tsx";
import { Loading, Skeleton } from "#ui/Skeleton.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { useQuery } from "@tanstack/react-query";
import { generatePath, Link, useSearchParams } from "react-router";
import { importsRead, type Place } from "./importReads.ts";
import { UploadForm } from "./UploadForm.tsx";
import "./imports.css";

/** Files of members that were sent, and a form for another. */
export function ImportsPage() {
  const texts = useTexts("imports");
  const may = useMay();
  const [params, setParams] = useSearchParams();
  const { data, error, isPending, refetch } = useQuery(importsRead(placeOf(params)));
  return (
    <div className="c-page">
      <PageHead title={texts.title} after={<p className="sub">{texts.hint}</p>} />
      {may("import.run") && <UploadForm />}
      <SectionHead title={texts.files} />
      {isPending && (
        <Loading>
          <Panel padded>
            <Skeleton width="60%" />
          </Panel>
        </Loading>
      )}
      {!isPending && data === undefined && (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      )}
      {data?.rows.length === 0 && <EmptyState title={texts.none} />}
      {data !== undefined && data.rows.length > 0 && (
        <>
          <Files rows={data.rows} />
          <Pages
            words={texts}
            previous={data.previous}
            next={data.next}
            onTurn={(place) => setParams({ ...place })}
          />
        </>
      )}
    </div>
  );
}

function Files({ rows }: { rows: ImportSummary[] }) {
  const texts = useTexts("imports");
  const language = useLanguage();
  const { columns } = texts;
  return (
    <PlainTable
      caption={texts.files}
      rows={rows}
      keyOf={({ importGuid }) => importGuid}
      columns={[
        {
          key: "file",
          head: columns.file,
          cell: ({ importGuid, fileName }) => (
            <Link to={generatePath(paths.import, { importGuid })}>{fileName}</Link>
          ),
        },
        { key: "state", head: columns.state, cell: (row) => <StateTag state={row.state} /> },
        {
          key: "rows",
          head: columns.rows,
          isFigure: true,
          cell: ({ rowCount }) => rowCount.toLocaleString("en-US"),
        },
        { key: "by", head: columns.by, cell: ({ uploadedBy }) => uploadedBy },
        {
          key: "at",
          head: columns.at,
          cell: ({ uploadedAt }) => (
            <DateText at={new Date(uploadedAt)} form="dayTime" language={language} />
          ),
        },
      ]}
    />
  );
}

function StateTag({ state }: Pick<ImportSummary, "state">) {
  const { states } = useTexts("imports");
  const kinds = {
    checking: "info",
    unreadable: "bad",
    checked: "neutral",
    running: "info",
    done: "ok",
    expired: "neutral",
  } as const;
  return <StatusTag kind={kinds[state]}>{states[state]}</StatusTag>;
}

function placeOf(params: URLSearchParams): Place {
  const after = params.get("after");
  const before = params.get("before");
  if (after !== null) return { after };
  return before === null ? {} : { before };
}
