import { call } from "#console/api/call.ts";
import { failureText } from "#console/texts/failureText.ts";
import { useTexts } from "#console/texts/texts.ts";
import type { RequestKind } from "#contract/staff/requestPayloads.ts";
import { makeRequest } from "#contract/staff/requests.ts";
import type { Failure } from "#contract/endpoint.ts";
import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { Notice } from "#ui/Notice.tsx";
import { TextField } from "#ui/TextField.tsx";
import { showToast } from "#ui/toasts.ts";
import { type ReactNode, type SubmitEvent, useState } from "react";

/**
 * Asks for what a second person decides: the form's own fields, the reason, and the word that it is not
 * done yet. The payload is what the form holds at the moment of sending; the same press is sent once.
 */
export function AskDialog(props: {
  title: string;
  kind: RequestKind;
  payload: () => Record<string, unknown>;
  children?: ReactNode;
  isBlocked?: boolean;
  onClose: () => void;
}) {
  const texts = useTexts("operations");
  const common = useTexts("common");
  const [reason, setReason] = useState("");
  const [failure, setFailure] = useState<Failure>();
  const [isPending, setIsPending] = useState(false);
  const [key] = useState(() => crypto.randomUUID());

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending || props.isBlocked) return;
    setIsPending(true);
    const body = { kind: props.kind, payload: props.payload(), reason, documents: [] };
    const answer = await call(makeRequest, { body }, { idempotencyKey: key });
    setIsPending(false);
    if (!answer.status) return setFailure(answer);
    showToast({ kind: "ok", text: texts.asked });
    props.onClose();
  }

  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <form className="ask" onSubmit={(event) => void send(event)}>
        {failure && (
          <Notice kind="bad" role="alert">
            {failure.errors.map(({ msg }) => msg).join(" ") || failureText(failure)}
          </Notice>
        )}
        {props.children}
        <TextField
          label={texts.reason}
          hint={texts.reasonHint}
          error={undefined}
          name="reason"
          value={reason}
          required
          maxLength={1000}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <p className="meta">{texts.secondPerson}</p>
        <div className="ask-actions">
          <Button onClick={props.onClose}>{common.cancel}</Button>
          <Button
            type="submit"
            look="primary"
            pending={isPending}
            pendingLabel={texts.asking}
            blocked={props.isBlocked === true}
          >
            {texts.ask}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
