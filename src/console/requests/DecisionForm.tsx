import { call } from "#console/api/call.ts";
import { queryClient } from "#console/api/queries.ts";
import { useShortcuts } from "#console/layout/shortcuts.ts";
import { failureText } from "#console/texts/failureText.ts";
import { useTexts } from "#console/texts/texts.ts";
import {
  type ApprovalFollows,
  decideRequest,
  type RequestDetails,
  type RequestState,
  withdrawRequest,
} from "#contract/staff/requests.ts";
import { Button } from "#ui/Button.tsx";
import { Field } from "#ui/Field.tsx";
import { Notice } from "#ui/Notice.tsx";
import { TextArea } from "#ui/TextArea.tsx";
import { showToast } from "#ui/toasts.ts";
import { useRef, useState } from "react";

/** What is still to come is longer than a word, and the panel it is about may be gone. */
const READING_MS = 12_000;

type Action = "approve" | "reject" | "withdraw";

/** Approve or reject, with a reason; one's own request can be withdrawn. Keys: a and r. */
export function DecisionForm({ request }: { request: RequestDetails }) {
  const texts = useTexts("requests");
  const { failure, doing, run } = useDecision(request);
  const { verdict } = request;
  return (
    <div className="r-decision">
      {verdict === "own_request" && (
        <>
          <Notice kind="info">{texts.own}</Notice>
          <Button small pending={doing === "withdraw"} onClick={() => void run("withdraw", "")}>
            {texts.withdraw}
          </Button>
        </>
      )}
      {verdict === "about_you" && <Notice kind="info">{texts.aboutYou}</Notice>}
      {verdict === "no_right" && <Notice kind="info">{texts.noRight}</Notice>}
      {failure !== undefined && (
        <Notice kind="bad" role="alert">
          {failure}
        </Notice>
      )}
      {verdict === "may_decide" && <Decide doing={doing} run={run} />}
    </div>
  );
}

function Decide({ doing, run }: Pick<ReturnType<typeof useDecision>, "doing" | "run">) {
  const texts = useTexts("requests");
  const [note, setNote] = useState("");
  const [error, setError] = useState<string>();
  const area = useRef<HTMLTextAreaElement>(null);
  const approve = useRef<HTMLDivElement>(null);
  // A key goes to the button; pressing it stays a second, deliberate step.
  useShortcuts({
    a: () => focusOn(approve.current?.querySelector("button")),
    r: () => focusOn(area.current),
  });
  const reject = () => {
    const isMissing = note.trim() === "";
    setError(isMissing ? texts.noteNeeded : undefined);
    if (isMissing) area.current?.focus();
    else void run("reject", note);
  };
  return (
    <>
      <Field label={texts.note} hint={texts.noteHint} error={error}>
        {(control) => (
          <TextArea
            {...control}
            ref={area}
            rows={2}
            maxLength={1000}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
      <div className="r-buttons" ref={approve}>
        <Button
          look="primary"
          pending={doing === "approve"}
          pendingLabel={texts.approving}
          onClick={() => void run("approve", note)}
        >
          {texts.approve}
        </Button>
        <Button pending={doing === "reject"} pendingLabel={texts.rejecting} onClick={reject}>
          {texts.reject}
        </Button>
      </div>
    </>
  );
}

function useDecision(request: RequestDetails) {
  const texts = useTexts("requests");
  const [failure, setFailure] = useState<string>();
  const [doing, setDoing] = useState<Action>();
  const params = { requestId: request.id };
  async function run(action: Action, note: string): Promise<void> {
    setDoing(action);
    setFailure(undefined);
    const { payloadHash } = request;
    const answer =
      action === "withdraw"
        ? await call(withdrawRequest, { params })
        : await call(decideRequest, { params, body: { decision: action, payloadHash, note } });
    setDoing(undefined);
    if (answer.status) {
      const follows = followsOf(answer.result);
      if (follows === null) showToast({ kind: "ok", text: texts.done[action] });
      else showToast({ kind: "info", text: texts.follows[follows], durationMs: READING_MS });
    } else {
      setFailure(failureText(answer));
      // A request that has ended leaves the list, and its panel with it.
      showToast({ kind: "bad", text: failureText(answer) });
    }
    // Also after a no: it may say that somebody else was first, or that the state has moved on.
    for (const queryKey of [["request", request.id], ["list", "requests"], ["queues"]]) {
      void queryClient.invalidateQueries({ queryKey });
    }
  }
  return { failure, doing, run };
}

/** Whoever takes a request back leaves nothing to come. */
const followsOf = (result: { state: RequestState; follows?: ApprovalFollows | null }) =>
  result.follows ?? null;

function focusOn(element: HTMLElement | null | undefined): boolean {
  element?.focus();
  return element instanceof HTMLElement;
}
