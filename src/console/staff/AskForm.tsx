import { call } from "#console/api/call.ts";
import { SentForm } from "#console/layout/SentForm.tsx";
import { type Sending, useSending } from "#console/layout/useSending.ts";
import { useTexts } from "#console/texts/texts.ts";
import type { RequestKind } from "#contract/staff/requestPayloads.ts";
import { makeRequest } from "#contract/staff/requests.ts";
import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { TextField } from "#ui/TextField.tsx";
import { showToast } from "#ui/toasts.ts";
import { type ReactNode, useState } from "react";

/**
 * A dialog that asks for a change of the staff: its fields, the reason, and that another person decides.
 * A press repeated after a lost answer asks once.
 */
export function AskForm(props: {
  title: string;
  kind: RequestKind;
  required?: readonly string[];
  payload: (field: (name: string) => string) => Record<string, unknown>;
  children: (errors: Sending["errors"]) => ReactNode;
  onClose: () => void;
}) {
  const texts = useTexts("staff");
  const common = useTexts("common");
  const [key] = useState(() => crypto.randomUUID());
  const sending = useSending([...(props.required ?? []), "reason"]);
  const { isPending, errors, submit } = sending;
  const send = () =>
    submit(async (field) => {
      const payload = props.payload(field);
      const body = { kind: props.kind, payload, reason: field("reason"), documents: [] };
      const answer = await call(makeRequest, { body }, { idempotencyKey: key });
      if (!answer.status) return answer;
      showToast({ kind: "ok", text: texts.asked });
      props.onClose();
      return undefined;
    });
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <SentForm sending={sending} label={props.title} onSend={send}>
        {props.children(errors)}
        <TextField
          label={texts.reason}
          hint={texts.secondPerson}
          name="reason"
          autoComplete="off"
          maxLength={1000}
          error={errors["reason"]}
        />
        <div className="btnrow">
          <Button type="submit" look="primary" pending={isPending} pendingLabel={texts.asking}>
            {texts.ask}
          </Button>
          <Button onClick={props.onClose}>{common.cancel}</Button>
        </div>
      </SentForm>
    </Dialog>
  );
}
