import { useMay } from "#console/api/me.ts";
import { LoadFailed } from "#console/layout/LoadFailed.tsx";
import { PageHead } from "#client/PageHead.tsx";
import { JobProgress } from "#console/parts/JobProgress.tsx";
import { paths } from "#console/paths.ts";
import { useLanguage, useTexts } from "#console/texts/texts.ts";
import type { ImportSummary } from "#contract/staff/imports.ts";
import { formatDate } from "#ui/DateText.tsx";
import { Money } from "#ui/Money.tsx";
import { Notice } from "#ui/Notice.tsx";
import { KeyValueList, Panel } from "#ui/Panel.tsx";
import { Loading, Skeleton } from "#ui/Skeleton.tsx";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { RequestApproval } from "./RequestApproval.tsx";
import { importRead, isMoving } from "./importReads.ts";
import { ImportRows } from "./ImportRows.tsx";
import "./imports.css";

/** One import from dry run to result: figures, progress, rows, and what may be done next. */
export function ImportPage() {
  const texts = useTexts("imports");
  const { importGuid = "" } = useParams();
  const { data, error, isPending, refetch } = useQuery(importRead(importGuid));
  return (
    <div className="c-page">
      <PageHead
        title={data?.fileName ?? texts.title}
        before={<Link to={paths.imports}>{texts.title}</Link>}
      />
      {isPending && (
        <Loading>
          <Panel padded>
            <Skeleton width="60%" />
            <Skeleton width="40%" />
          </Panel>
        </Loading>
      )}
      {!isPending && data === undefined && (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      )}
      {data !== undefined && <Import summary={data} />}
    </div>
  );
}

function Import({ summary }: { summary: ImportSummary }) {
  const texts = useTexts("imports");
  const may = useMay();
  const { state, problem, problemLine, openRequestId } = summary;
  return (
    <>
      {isMoving(summary) && <Progress summary={summary} />}
      {state === "unreadable" && (
        <Notice kind="bad" role="alert">
          {problemLine === null ? problem : `${texts.line(problemLine)}: ${problem}`}
        </Notice>
      )}
      {state === "expired" && <Notice kind="info">{texts.expired}</Notice>}
      {state !== "unreadable" && state !== "checking" && <Figures summary={summary} />}
      {openRequestId !== null && <Notice kind="info">{texts.waiting}</Notice>}
      {state === "checked" && openRequestId === null && may("request.member_import") && (
        <RequestApproval summary={summary} />
      )}
      {["checked", "running", "done"].includes(state) && <ImportRows summary={summary} />}
    </>
  );
}

function Progress({ summary }: { summary: ImportSummary }) {
  const texts = useTexts("imports");
  const { state, rowsDone, rowCount, counts } = summary;
  const done = rowsDone.toLocaleString("en-US");
  const toDo = rowCount - counts.invalid;
  const isRunning = state === "running";
  return (
    <Panel padded>
      <JobProgress
        label={texts.states[state]}
        text={isRunning ? texts.rowsDone(done, toDo.toLocaleString("en-US")) : texts.rowsRead(done)}
        {...(isRunning && { done: rowsDone, of: toDo })}
      />
    </Panel>
  );
}

function Largest({ summary }: { summary: ImportSummary }) {
  return (
    <ol className="i-largest">
      {summary.largestOpenings.map(({ membershipNo, amount }) => (
        <li key={membershipNo}>
          {membershipNo}: <Money amount={amount} />
        </li>
      ))}
    </ol>
  );
}

function Figures({ summary }: { summary: ImportSummary }) {
  const texts = useTexts("imports");
  const language = useLanguage();
  const { state, counts, approvedBy, finishedAt } = summary;
  const names = state === "done" ? texts.countsDone : texts.counts;
  const figure = (name: keyof typeof counts) => ({
    key: name,
    name: names[name],
    value: counts[name].toLocaleString("en-US"),
  });
  return (
    <Panel padded>
      <KeyValueList
        isTight
        rows={[
          { key: "state", name: texts.columns.state, value: texts.states[state] },
          figure("add"),
          figure("update"),
          figure("unchanged"),
          figure("different"),
          figure("invalid"),
          ...(counts.passed_over > 0 ? [figure("passed_over")] : []),
          { key: "opening", name: texts.opening, value: <Money amount={summary.openingTotal} /> },
          ...(summary.largestOpenings.length === 0
            ? []
            : [{ key: "largest", name: texts.largest, value: <Largest summary={summary} /> }]),
          { key: "hash", name: texts.hash, value: <code>{summary.fileHash}</code> },
          { key: "by", name: texts.columns.by, value: summary.uploadedBy },
          ...(approvedBy === ""
            ? []
            : [{ key: "approved", name: texts.approvedBy, value: approvedBy }]),
          ...(finishedAt === null
            ? []
            : [
                {
                  key: "finished",
                  name: texts.finished,
                  value: formatDate(new Date(finishedAt), "dayTime", language),
                },
              ]),
        ]}
      />
    </Panel>
  );
}
