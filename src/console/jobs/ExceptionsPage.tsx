import { call } from "#console/api/call.ts";
import { queryClient } from "#console/api/queries.ts";
import { useMay } from "#console/api/me.ts";
import { EditDialog } from "#console/parts/EditDialog.tsx";
import type { Column } from "#console/table/columns.ts";
import { type List, ListScreen } from "#console/table/ListScreen.tsx";
import { listRead } from "#console/table/listCalls.ts";
import { PeekPanel } from "#console/table/PeekPanel.tsx";
import { failureText } from "#console/texts/failureText.ts";
import { type Catalogue, useLanguage, useTexts } from "#console/texts/texts.ts";
import {
  askIssuerAgain,
  type ExceptionRow,
  getExceptions,
  resolveException,
} from "#contract/staff/jobs.ts";
import { Button } from "#ui/Button.tsx";
import { DateText } from "#ui/DateText.tsx";
import { KeyValueList } from "#ui/Panel.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { TextField } from "#ui/TextField.tsx";
import { showToast } from "#ui/toasts.ts";
import { useState } from "react";
import { JobTabs } from "./JobTabs.tsx";

/** What partners told that does not fit our books, and what was done about it. */
export function ExceptionsPage() {
  const texts = useTexts("jobs");
  const language = useLanguage();
  const may = useMay();
  const list: List<ExceptionRow> = {
    name: "exceptions",
    title: texts.exceptions,
    lead: <JobTabs />,
    read: listRead(getExceptions),
    firstSort: "-at",
    rowId: ({ id }) => id,
    rowName: ({ reference }) => reference,
    columns: columnsOf(texts, language),
    filters: [
      {
        type: "choice",
        key: "state",
        label: texts.state,
        choices: [
          { value: "open", label: texts.open },
          { value: "resolved", label: texts.resolved },
        ],
      },
      { type: "text", key: "reference", label: texts.reference },
    ],
    ...(may("exception.resolve") && {
      bulk: [
        {
          key: "resolve",
          label: texts.resolveMany,
          ask: { note: texts.resolution, isNoteNeeded: true },
          run: async ({ id }: ExceptionRow, resolution: string) => {
            const answer = await call(resolveException, { body: { id, resolution } });
            return answer.status ? undefined : answer;
          },
        },
      ],
    }),
    peek: (row, onClose) => <Peek key={row.id} row={row} onClose={onClose} />,
  };
  return <ListScreen list={list} />;
}

function columnsOf(texts: Catalogue["jobs"], language: string): readonly Column<ExceptionRow>[] {
  return [
    {
      key: "reference",
      head: texts.reference,
      onCard: "name",
      cell: ({ reference, source }) => (
        <>
          {reference}
          <span className="meta t-under">{texts.sources[source]}</span>
        </>
      ),
    },
    { key: "why", head: texts.why, cell: ({ reason }) => reason },
    {
      key: "at",
      head: texts.at,
      isSortable: true,
      cell: ({ at }) => <DateText at={new Date(at)} form="dayTime" language={language} />,
    },
    {
      key: "state",
      head: texts.state,
      onCard: "mark",
      cell: ({ resolvedAt }) => (
        <StatusTag kind={resolvedAt === null ? "warn" : "ok"}>
          {resolvedAt === null ? texts.open : texts.resolved}
        </StatusTag>
      ),
    },
  ];
}

function Peek({ row, onClose }: { row: ExceptionRow; onClose: () => void }) {
  const texts = useTexts("jobs");
  const may = useMay();
  const [isResolving, setIsResolving] = useState(false);
  const { resolvedBy, resolution } = row;
  return (
    <PeekPanel title={row.reference} onClose={onClose}>
      <KeyValueList
        isTight
        rows={[
          { key: "source", name: texts.source, value: texts.sources[row.source] },
          { key: "why", name: texts.why, value: row.reason },
          {
            key: "state",
            name: texts.state,
            value: resolvedBy === null ? texts.open : texts.resolvedBy(resolvedBy),
          },
          { key: "done", name: texts.resolution, value: resolution ?? "–" },
        ]}
      />
      {resolvedBy === null && may("exception.resolve") && (
        <>
          {row.source === "order" && <AskAgain of={row} />}
          <Button onClick={() => setIsResolving(true)}>{texts.resolve}</Button>
        </>
      )}
      {isResolving && <ResolveDialog of={row} onClose={() => setIsResolving(false)} />}
    </PeekPanel>
  );
}

function AskAgain({ of: { id } }: { of: ExceptionRow }) {
  const texts = useTexts("jobs");
  const [isPending, setIsPending] = useState(false);
  async function ask() {
    setIsPending(true);
    const answer = await call(askIssuerAgain, { body: { id } });
    setIsPending(false);
    showToast(
      answer.status
        ? { kind: "ok", text: texts.askAgainDone }
        : { kind: "bad", text: failureText(answer) },
    );
    void queryClient.invalidateQueries({ queryKey: ["list", "exceptions"] });
  }
  return (
    <Button pending={isPending} onClick={() => void ask()}>
      {texts.askAgain}
    </Button>
  );
}

function ResolveDialog({ of, onClose }: { of: ExceptionRow; onClose: () => void }) {
  const texts = useTexts("jobs");
  const [resolution, setResolution] = useState("");
  return (
    <EditDialog
      title={texts.resolveTitle(of.reference)}
      done={texts.resolutionDone}
      send={() => call(resolveException, { body: { id: of.id, resolution } })}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <p>{of.reason}</p>
          <TextField
            label={texts.resolution}
            hint={texts.resolutionHint}
            error={errorOf("resolution")}
            required
            maxLength={1000}
            value={resolution}
            onChange={(event) => setResolution(event.currentTarget.value)}
          />
        </>
      )}
    </EditDialog>
  );
}
