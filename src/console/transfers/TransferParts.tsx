import { Reference } from "#ui/Reference.tsx";
import { useMay } from "#console/api/me.ts";
import { paths } from "#console/paths.ts";
import { PlainTable } from "#console/table/PlainTable.tsx";
import { useLanguage, useTexts } from "#console/texts/texts.ts";
import type { TransferFile } from "#contract/staff/transfers.ts";
import { DateText } from "#ui/DateText.tsx";
import { SectionHead } from "#ui/Panel.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { Link } from "react-router";
import { operationName } from "#console/parts/operationName.ts";

type Of = { file: TransferFile };

/** What belongs to a transfer, each part where there is any of it. */
export function TransferParts({ file }: Of) {
  return (
    <>
      {file.exceptions.length > 0 && <Exceptions file={file} />}
      {file.cases.length > 0 && <Cases file={file} />}
      {file.requests.length > 0 && <Requests file={file} />}
      {file.messages.length > 0 && <Messages file={file} />}
      {file.entries.length > 0 && <Entries file={file} />}
    </>
  );
}

function Moment({ at }: { at: string }) {
  const language = useLanguage();
  return <DateText at={new Date(at)} form="dayTime" language={language} />;
}

function Exceptions({ file }: Of) {
  const texts = useTexts("transfers");
  return (
    <>
      <SectionHead title={texts.exceptions} />
      <PlainTable
        caption={texts.exceptions}
        rows={file.exceptions}
        keyOf={({ id }) => id}
        columns={[
          {
            key: "kind",
            head: texts.exception,
            cell: ({ kind }) => texts.exceptionNames[kind] ?? kind,
          },
          { key: "at", head: texts.moment, cell: ({ at }) => <Moment at={at} /> },
          { key: "owner", head: texts.owner, cell: ({ owner }) => owner ?? texts.nobody },
          {
            key: "state",
            head: texts.state,
            cell: ({ resolvedAt, resolution }) => (
              <>
                <StatusTag kind={resolvedAt === null ? "warn" : "ok"}>
                  {resolvedAt === null ? texts.openState : texts.resolvedState}
                </StatusTag>
                {resolution !== null && <span className="meta x-detail">{resolution}</span>}
              </>
            ),
          },
        ]}
      />
    </>
  );
}

function Cases({ file }: Of) {
  const texts = useTexts("transfers");
  const names: Record<string, string> = texts.reasons;
  const states: Record<string, string> = texts.caseStates;
  return (
    <>
      <SectionHead title={texts.cases} />
      <PlainTable
        caption={texts.cases}
        rows={file.cases}
        keyOf={({ caseNo }) => caseNo}
        columns={[
          {
            key: "case",
            head: texts.caseNo,
            cell: ({ caseNo, state }) => (
              <Link to={`${paths.transferCases}?show=${state}&caseNo=${caseNo}&open=${caseNo}`}>
                <Reference value={caseNo} />
              </Link>
            ),
          },
          { key: "reason", head: texts.reason, cell: ({ reason }) => names[reason] ?? reason },
          { key: "state", head: texts.state, cell: ({ state }) => states[state] ?? state },
          { key: "by", head: texts.respondBy, cell: ({ respondBy }) => <Moment at={respondBy} /> },
          { key: "owner", head: texts.owner, cell: ({ owner }) => owner ?? texts.nobody },
        ]}
      />
    </>
  );
}

function Requests({ file }: Of) {
  const texts = useTexts("transfers");
  const requests = useTexts("requests");
  const kinds: Record<string, string> = requests.kinds;
  const states: Record<string, string> = requests.states;
  return (
    <>
      <SectionHead title={texts.requests} />
      <PlainTable
        caption={texts.requests}
        rows={file.requests}
        keyOf={({ requestId }) => requestId}
        columns={[
          {
            key: "kind",
            head: requests.what,
            cell: ({ kind, requestId }) => (
              <Link to={`${paths.requests}?show=all&open=${requestId}`}>{kinds[kind] ?? kind}</Link>
            ),
          },
          { key: "maker", head: requests.maker, cell: ({ maker }) => maker },
          { key: "at", head: requests.madeAt, cell: ({ madeAt }) => <Moment at={madeAt} /> },
          { key: "state", head: requests.state, cell: ({ state }) => states[state] ?? state },
        ]}
      />
    </>
  );
}

function Messages({ file }: Of) {
  const texts = useTexts("transfers");
  return (
    <>
      <SectionHead title={texts.messages} />
      <PlainTable
        caption={texts.messages}
        rows={file.messages}
        keyOf={({ id }) => id}
        columns={[
          {
            key: "type",
            head: texts.kind,
            cell: ({ type, direction }) => `${type} ${texts.directions[direction]}`,
          },
          { key: "at", head: texts.moment, cell: ({ at }) => <Moment at={at} /> },
          {
            key: "outcome",
            head: texts.state,
            cell: ({ outcome, reason }) => {
              const said = outcome === null ? null : (texts.outcomes[outcome] ?? outcome);
              return [said, reason].filter(Boolean).join(": ") || "–";
            },
          },
          {
            key: "body",
            head: texts.showMessage,
            cell: ({ body, messageId }) => (
              <details>
                <summary>{messageId}</summary>
                <pre className="x-message">{body}</pre>
              </details>
            ),
          },
        ]}
      />
    </>
  );
}

function Entries({ file }: Of) {
  const texts = useTexts("transfers");
  const may = useMay();
  const isLinked = may("ledger.view");
  return (
    <>
      <SectionHead title={texts.entries} />
      <PlainTable
        caption={texts.entries}
        rows={file.entries}
        keyOf={({ id }) => id}
        columns={[
          {
            key: "entry",
            head: texts.entries,
            cell: ({ id, operation, step }) =>
              isLinked ? (
                <Link to={`${paths.ledger}/${id}`}>{operationName({ operation, step })}</Link>
              ) : (
                operationName({ operation, step })
              ),
          },
          { key: "at", head: texts.moment, cell: ({ bookedAt }) => <Moment at={bookedAt} /> },
        ]}
      />
    </>
  );
}
