import { referenceText } from "#common/reference.ts";
import { call } from "#console/api/call.ts";
import { useMay } from "#console/api/me.ts";
import { serverNow } from "#client/clock.ts";
import { ActButton } from "#console/parts/ActButton.tsx";
import { ageText } from "#console/parts/ageText.ts";
import { HandOverDialog } from "#console/parts/HandOverDialog.tsx";
import { WordsDialog } from "#console/parts/WordsDialog.tsx";
import { paths } from "#console/paths.ts";
import type { Column } from "#console/table/columns.ts";
import { type List, ListScreen } from "#console/table/ListScreen.tsx";
import { listRead } from "#console/table/listCalls.ts";
import { PreviewPanel } from "#console/table/PreviewPanel.tsx";
import { type Catalogue, useLanguage, useTexts } from "#console/texts/texts.ts";
import {
  inquireIssuerAgain,
  EXCEPTION_OWNERS,
  type ExceptionRow,
  getExceptions,
  handOverException,
  resolveException,
  takeException,
} from "#contract/staff/jobs.ts";
import { Button } from "#ui/Button.tsx";
import { DateText } from "#ui/DateText.tsx";
import { KeyValueList } from "#ui/Panel.tsx";
import { Reference } from "#ui/Reference.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { type ReactNode, useState } from "react";
import { generatePath, Link } from "react-router";
import { JobTabs } from "./JobTabs.tsx";
import { isAboutFile, WithdrawFile } from "./WithdrawFile.tsx";

/** What partners told that does not fit our books, and what was done about it. */
export function ExceptionsPage() {
  const texts = useTexts("jobs");
  const { exceptionNames } = useTexts("transfers");
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
    columns: columnsOf(texts, exceptionNames, language),
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
      {
        type: "choice",
        key: "owner",
        label: texts.owner,
        choices: EXCEPTION_OWNERS.map((value) => ({ value, label: texts.owners[value] })),
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
    preview: (row, onClose) => <Preview key={row.id} row={row} onClose={onClose} />,
  };
  return <ListScreen list={list} />;
}

/** What does not fit of a transfer comes by its key; of the rest in the server's words. */
function columnsOf(
  texts: Catalogue["jobs"],
  names: Record<string, string>,
  language: string,
): readonly Column<ExceptionRow>[] {
  return [
    {
      key: "reference",
      head: texts.reference,
      onCard: "name",
      cell: ({ reference, source }) => (
        <>
          <Reference value={reference} />
          <span className="meta t-under">{texts.sources[source]}</span>
        </>
      ),
    },
    { key: "why", head: texts.why, cell: ({ reason }) => names[reason] ?? <code>{reason}</code> },
    {
      key: "at",
      head: texts.at,
      isSortable: true,
      isMinor: true,
      cell: ({ at }) => <DateText at={new Date(at)} form="dayTime" language={language} />,
    },
    {
      key: "age",
      head: texts.age,
      cell: ({ at, resolvedAt }) =>
        resolvedAt === null ? ageText((serverNow() - Date.parse(at)) / 1000) : "–",
    },
    {
      key: "owner",
      head: texts.owner,
      isMinor: true,
      cell: ({ owner }) => owner ?? texts.nobody,
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

function Preview({ row, onClose }: { row: ExceptionRow; onClose: () => void }) {
  const texts = useTexts("jobs");
  const { exceptionNames } = useTexts("transfers");
  const may = useMay();
  const why = exceptionNames[row.reason] ?? <code>{row.reason}</code>;
  const { resolvedBy, resolution } = row;
  return (
    <PreviewPanel title={row.reference} reference={row.reference} onClose={onClose}>
      <KeyValueList
        isTight
        rows={[
          { key: "source", name: texts.source, value: texts.sources[row.source] },
          { key: "why", name: texts.why, value: why },
          {
            key: "state",
            name: texts.state,
            value: resolvedBy === null ? texts.open : texts.resolvedBy(resolvedBy),
          },
          { key: "owner", name: texts.owner, value: row.owner ?? texts.nobody },
          ...(row.source === "transfer" && !isAboutFile(row)
            ? [
                {
                  key: "transfer",
                  name: texts.reference,
                  value: (
                    <Link to={generatePath(paths.transfer, { refNo: row.reference })}>
                      <Reference value={row.reference} />
                    </Link>
                  ),
                },
              ]
            : []),
          ...(row.source === "loan" && may("loan.view")
            ? [
                {
                  key: "loan",
                  name: texts.reference,
                  value: (
                    <Link to={generatePath(paths.loan, { loanNo: row.reference })}>
                      <Reference value={row.reference} />
                    </Link>
                  ),
                },
              ]
            : []),
          { key: "done", name: texts.resolution, value: resolution ?? "–" },
        ]}
      />
      {resolvedBy === null && row.source !== "loan" && may("exception.resolve") && (
        <Actions row={row} why={why} />
      )}
    </PreviewPanel>
  );
}

function Actions({ row, why }: { row: ExceptionRow; why: ReactNode }) {
  const texts = useTexts("jobs");
  const [isResolving, setIsResolving] = useState(false);
  const [isHandingOver, setIsHandingOver] = useState(false);
  return (
    <div className="form-actions">
      {row.source === "order" && (
        <ActButton
          act={() => call(inquireIssuerAgain, { body: { id: row.id } })}
          done={texts.askAgainDone}
        >
          {texts.askAgain}
        </ActButton>
      )}
      {isAboutFile(row) && <WithdrawFile of={row} />}
      <ActButton act={() => call(takeException, { body: { id: row.id } })} done={texts.takeDone}>
        {texts.take}
      </ActButton>
      <Button onClick={() => setIsHandingOver(true)}>{texts.handOver}</Button>
      <Button onClick={() => setIsResolving(true)}>{texts.resolve}</Button>
      {isHandingOver && (
        <HandOverDialog
          title={texts.handOver}
          label={texts.handOverTo}
          done={texts.handOverDone}
          send={(to) => call(handOverException, { body: { id: row.id, to } })}
          onClose={() => setIsHandingOver(false)}
        />
      )}
      {isResolving && (
        <WordsDialog
          title={texts.resolveTitle(referenceText(row.reference))}
          about={<p>{why}</p>}
          label={texts.resolution}
          hint={texts.resolutionHint}
          done={texts.resolutionDone}
          name="resolution"
          send={(words) => call(resolveException, { body: { id: row.id, resolution: words } })}
          onClose={() => setIsResolving(false)}
        />
      )}
    </div>
  );
}
