import { call } from "#console/api/call.ts";
import { useMay } from "#console/api/me.ts";
import { ActButton } from "#console/parts/ActButton.tsx";
import type { Column } from "#console/table/columns.ts";
import { type List, ListScreen } from "#console/table/ListScreen.tsx";
import { listRead } from "#console/table/listCalls.ts";
import { PreviewPanel } from "#console/table/PreviewPanel.tsx";
import { type Catalogue, useLanguage, useTexts } from "#console/texts/texts.ts";
import type { Failure } from "#contract/endpoint.ts";
import { getJobs, JOB_STATES, type JobRow, rerunJob } from "#contract/staff/jobs.ts";
import { DateText } from "#ui/DateText.tsx";
import { KeyValueList } from "#ui/Panel.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { JobTabs } from "./JobTabs.tsx";

const KINDS = {
  promised: "neutral",
  waiting: "neutral",
  running: "info",
  retrying: "warn",
  failed: "bad",
} as const;

/** Promised work that is not done, and the way to have what failed tried again. */
export function JobsPage() {
  const texts = useTexts("jobs");
  const language = useLanguage();
  const may = useMay();
  const list: List<JobRow> = {
    name: "jobs",
    title: texts.jobs,
    lead: <JobTabs />,
    read: listRead(getJobs),
    firstSort: "-created",
    rowId: ({ id }) => id,
    rowName: ({ task, about }) => `${task} ${about}`,
    columns: columnsOf(texts, language),
    filters: [
      {
        type: "choice",
        key: "state",
        label: texts.state,
        choices: JOB_STATES.map((value) => ({ value, label: texts.jobStates[value] })),
      },
      { type: "text", key: "task", label: texts.task },
    ],
    ...(may("job.rerun") && { bulk: [{ key: "rerun", label: texts.rerunJobs, run: rerun }] }),
    preview: (job, onClose) => <Preview key={job.id} job={job} onClose={onClose} />,
  };
  return <ListScreen list={list} />;
}

async function rerun({ id: jobId }: JobRow): Promise<Failure | undefined> {
  const answer = await call(rerunJob, { params: { jobId } });
  return answer.status ? undefined : answer;
}

function columnsOf(texts: Catalogue["jobs"], language: string): readonly Column<JobRow>[] {
  return [
    {
      key: "task",
      head: texts.task,
      onCard: "name",
      cell: ({ task, about }) => (
        <>
          <code>{task}</code>
          <span className="meta t-under">{about}</span>
        </>
      ),
    },
    {
      key: "state",
      head: texts.state,
      onCard: "mark",
      cell: ({ state }) => <StatusTag kind={KINDS[state]}>{texts.jobStates[state]}</StatusTag>,
    },
    { key: "attempts", head: texts.attempts, isFigure: true, cell: ({ attempts }) => attempts },
    {
      key: "created",
      head: texts.created,
      isSortable: true,
      cell: ({ createdAt }) => (
        <DateText at={new Date(createdAt)} form="dayTime" language={language} />
      ),
    },
  ];
}

function Preview({ job, onClose }: { job: JobRow; onClose: () => void }) {
  const texts = useTexts("jobs");
  const language = useLanguage();
  const may = useMay();
  const isMendable = job.state === "failed" || job.state === "retrying";
  return (
    <PreviewPanel title={texts.task} onClose={onClose}>
      <KeyValueList
        isTight
        rows={[
          { key: "task", name: texts.task, value: <code>{job.task}</code> },
          { key: "about", name: texts.about, value: <code>{job.about}</code> },
          { key: "state", name: texts.state, value: texts.jobStates[job.state] },
          { key: "attempts", name: texts.attempts, value: job.attempts },
          {
            key: "next",
            name: texts.nextTry,
            value:
              job.runAt === null ? (
                "–"
              ) : (
                <DateText at={new Date(job.runAt)} form="dayTime" language={language} />
              ),
          },
          { key: "error", name: texts.lastError, value: <code>{job.lastError || "–"}</code> },
        ]}
      />
      {isMendable && may("job.rerun") && (
        <ActButton
          act={async () => (await rerun(job)) ?? { status: true }}
          done={texts.rerunDone}
          pendingLabel={texts.rerunning}
        >
          {texts.rerun}
        </ActButton>
      )}
    </PreviewPanel>
  );
}
