import { failureOf } from "#client/queries.ts";
import { Loaded } from "#console/parts/Loaded.tsx";
import { PreviewPanel } from "#console/table/PreviewPanel.tsx";
import { Timeline } from "#console/table/Timeline.tsx";
import { useLanguage, useTexts } from "#console/texts/texts.ts";
import type { RequestDetails, RequestSummary } from "#contract/staff/requests.ts";
import { DateText } from "#ui/DateText.tsx";
import { Notice } from "#ui/Notice.tsx";
import { KeyValueList } from "#ui/Panel.tsx";
import { useQuery } from "@tanstack/react-query";
import { DecisionForm } from "./DecisionForm.tsx";
import { FourEyes } from "./FourEyes.tsx";
import { kindText } from "./kindText.ts";
import { Documents } from "./Documents.tsx";
import { requestRead } from "./requestRead.ts";
import { StateTag } from "./StateTag.tsx";
import { subjectText } from "./subjectText.ts";
import "./requests.css";

/** The panel of a request: what changes from what to what, why, and the decision. */
export function RequestPreview(props: {
  requestId: string;
  kind?: RequestSummary["kind"];
  onClose: () => void;
}) {
  const texts = useTexts("requests");
  const query = useQuery(requestRead(props.requestId));
  const kind = props.kind ?? query.data?.kind;
  const isNowhere = [404, 422].includes(failureOf(query.error)?.httpStatus ?? 0);
  return (
    <PreviewPanel title={kind ? kindText(kind, texts) : texts.what} onClose={props.onClose}>
      {isNowhere ? (
        <Notice kind="warn">{texts.notFound}</Notice>
      ) : (
        <Loaded query={query}>{(request) => <Details request={request} />}</Loaded>
      )}
    </PreviewPanel>
  );
}

function Details({ request }: { request: RequestDetails }) {
  const texts = useTexts("requests");
  const operations = useTexts("operations");
  const language = useLanguage();
  const at = (moment: string) => (
    <DateText at={new Date(moment)} form="dayTime" language={language} />
  );
  return (
    <>
      <KeyValueList
        isTight
        rows={[
          {
            key: "subject",
            name: texts.subject,
            value: subjectText(request, operations, language),
          },
          { key: "branch", name: texts.branch, value: request.branchName ?? texts.everyBranch },
          { key: "state", name: texts.state, value: <StateTag request={request} /> },
          { key: "reason", name: texts.reason, value: request.reason },
          { key: "expires", name: texts.expiresAt, value: at(request.expiresAt) },
        ]}
      />
      <FourEyes request={request} />
      <Documents request={request} />
      {request.note !== "" && <Notice kind="info">{request.note}</Notice>}
      {request.secondApproval === "open" && <Notice kind="info">{texts.secondMissing}</Notice>}
      {request.isStale && (
        <Notice kind="warn" role="alert">
          {texts.staleNow}
        </Notice>
      )}
      {request.state === "open" && <DecisionForm key={request.payloadHash} request={request} />}
      <Timeline
        events={request.history.map(({ at: moment, who, action }, index) => ({
          key: String(index),
          what: texts.events[action],
          who,
          at: new Date(moment),
        }))}
      />
    </>
  );
}
