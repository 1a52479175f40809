import { branchesRead } from "#console/api/branches.ts";
import { read } from "#console/api/queries.ts";
import { LoadFailed } from "#console/layout/LoadFailed.tsx";
import { PeekPanel } from "#console/table/PeekPanel.tsx";
import { Timeline } from "#console/table/Timeline.tsx";
import { type Catalogue, useLanguage, useTexts } from "#console/texts/texts.ts";
import { getRequest, type RequestDetails, type RequestSummary } from "#contract/staff/requests.ts";
import { DateText } from "#ui/DateText.tsx";
import { Notice } from "#ui/Notice.tsx";
import { KeyValueList } from "#ui/Panel.tsx";
import { Loading, Skeleton } from "#ui/Skeleton.tsx";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { DecisionForm } from "./DecisionForm.tsx";
import { kindText } from "./kindText.ts";
import { Papers } from "./Papers.tsx";
import { StateTag } from "./StateTag.tsx";
import "./requests.css";

/** One request with everything that a decision needs. */
export const requestRead = (requestId: string) =>
  queryOptions({
    queryKey: ["request", requestId],
    queryFn: async ({ signal }) =>
      (await read(getRequest, { params: { requestId } }, signal)).result,
    // It is decided by what stands there now.
    staleTime: 0,
  });

/** The panel of a request: what changes from what to what, why, and the decision. */
export function RequestPeek({ row, onClose }: { row: RequestSummary; onClose: () => void }) {
  const texts = useTexts("requests");
  const { data, error, isPending, refetch } = useQuery(requestRead(row.id));
  return (
    <PeekPanel title={kindText(row.kind, texts)} onClose={onClose}>
      {isPending && (
        <Loading>
          <Skeleton width="80%" />
        </Loading>
      )}
      {!isPending && data === undefined && (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      )}
      {data !== undefined && <Details request={data} />}
    </PeekPanel>
  );
}

function Details({ request }: { request: RequestDetails }) {
  const texts = useTexts("requests");
  const language = useLanguage();
  const at = (moment: string) => (
    <DateText at={new Date(moment)} form="dayTime" language={language} />
  );
  return (
    <>
      <KeyValueList
        isTight
        rows={[
          { key: "subject", name: texts.subject, value: request.subjectName },
          { key: "branch", name: texts.branch, value: request.branchName ?? texts.everyBranch },
          { key: "state", name: texts.state, value: <StateTag state={request.state} /> },
          { key: "maker", name: texts.maker, value: request.maker },
          { key: "reason", name: texts.reason, value: request.reason },
          { key: "expires", name: texts.expiresAt, value: at(request.expiresAt) },
        ]}
      />
      <Changes request={request} />
      <Papers request={request} />
      {request.note !== "" && <Notice kind="info">{request.note}</Notice>}
      {request.isStale && (
        <Notice kind="warn" role="alert">
          {texts.staleNow}
        </Notice>
      )}
      {request.state === "open" && <DecisionForm key={request.payloadHash} request={request} />}
      <Timeline
        events={request.history.map(({ at: moment, who, action }, index) => ({
          key: String(index),
          what: eventText(action, texts),
          who,
          at: new Date(moment),
        }))}
      />
    </>
  );
}

/** The branches that a role is held in come by number; '*' are all of them. */
const ROLE = "role.";

function branchNames(
  value: string | undefined,
  branches: readonly { id: string; name: string }[],
  everyBranch: string,
): string | undefined {
  return value
    ?.split(", ")
    .map((one) =>
      one === "*" ? everyBranch : (branches.find(({ id }) => id === one)?.name ?? one),
    )
    .join(", ");
}

/** Before and after, side by side; what stays the same is quiet. */
function Changes({ request: { before, after } }: { request: RequestDetails }) {
  const texts = useTexts("requests");
  const { roles } = useTexts("shell");
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const namesBranches = names.some((name) => name.startsWith(ROLE));
  const { data: branches = [] } = useQuery({ ...branchesRead(), enabled: namesBranches });
  const valueOf = (name: string, value: string | undefined) =>
    (name.startsWith(ROLE) ? branchNames(value, branches, texts.everyBranch) : value) ||
    texts.nothing;
  return (
    <table className="r-changes">
      <caption>{texts.changes}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.field}</th>
          <th scope="col">{texts.before}</th>
          <th scope="col">{texts.after}</th>
        </tr>
      </thead>
      <tbody>
        {names.map((name) => (
          <tr key={name} className={before[name] === after[name] ? "r-same" : undefined}>
            <th scope="row">{factName(name, texts, roles)}</th>
            <td>{valueOf(name, before[name])}</td>
            <td>{valueOf(name, after[name])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A name that the catalogue lacks is shown as the server has it. */
function factName(
  name: string,
  texts: Catalogue["requests"],
  roles: Record<string, string>,
): string {
  const line = /^line\.(\d+)$/.exec(name)?.[1];
  if (line !== undefined) return texts.line(Number(line));
  const known: Record<string, string> = texts.facts;
  return known[name] ?? roles[name.replace(ROLE, "")] ?? name;
}

function eventText(action: string, texts: Catalogue["requests"]): string {
  const known: Record<string, string> = texts.events;
  return known[action] ?? action;
}
