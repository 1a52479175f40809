import { sendOnce } from "#client/sendOnce.ts";
import { schemaErrors } from "#client/form/contractErrors.ts";
import { call } from "#console/api/call.ts";
import { queryClient } from "#console/api/queries.ts";
import type { FormErrors } from "#client/form/useNamedForm.ts";
import { SentForm, useNamedForm } from "#console/parts/forms.ts";
import { useTexts } from "#console/texts/texts.ts";
import {
  KINDS_NEEDING_DOCUMENTS,
  KINDS_WITH_DOCUMENTS,
  type RequestKind,
  requestPayloads,
} from "#contract/staff/requestPayloads.ts";
import { makeRequest } from "#contract/staff/requests.ts";
import { Button } from "#ui/Button.tsx";
import { Notice } from "#ui/Notice.tsx";
import { TextField } from "#ui/TextField.tsx";
import type { ReactNode } from "react";
import { DocumentsField } from "./DocumentsField.tsx";
import "./parts.css";
import { useDocuments } from "./useDocuments.ts";

/** What a request is asked for with. */
export type RequestFormProps = {
  title: string;
  kind: RequestKind;
  /** Names of fields that are not sent empty. */
  required?: readonly string[];
  /** What is asked for, from the fields by name. */
  payload: (field: (name: string) => string) => Record<string, unknown>;
  /** The kind's own fields, each with what is wrong with it. */
  children?: (errors: FormErrors) => ReactNode;
  /** It cannot be sent as it stands; the fields say why. */
  isBlocked?: boolean;
  /** A reason that was written before the page was left. */
  keptReason?: string | undefined;
  /** What is read anew once it was asked for. */
  changes?: readonly unknown[];
  onRequested: (requestId: string) => void;
  onClose?: () => void;
};

/**
 * Asks for what a second person decides: the kind's own fields, documents where the kind takes any, the
 * reason, and the word that nothing is done yet.
 */
export function RequestForm(props: RequestFormProps) {
  const { title, kind, onRequested, onClose } = props;
  const texts = useTexts("asks");
  const common = useTexts("common");
  const withDocuments = KINDS_NEEDING_DOCUMENTS.includes(kind) ? ["documents"] : [];
  const sendDocuments = useDocuments();
  const form = useNamedForm({
    required: [...(props.required ?? []), ...withDocuments, "reason"],
    check: (field) => schemaErrors(requestPayloads[kind], props.payload(field)),
    send: async (field, given) => {
      const sent = await sendDocuments(given);
      if ("failure" in sent) return sent.failure;
      const payload = props.payload(field);
      const body = { kind, payload, reason: field("reason"), documents: sent.ids };
      const answer = await sendOnce("request", body, (idempotencyKey) =>
        call(makeRequest, { body }, { idempotencyKey }),
      );
      if (!answer.status) return answer;
      for (const queryKey of [["queues"], ["list", "requests"], props.changes]) {
        if (queryKey !== undefined) void queryClient.invalidateQueries({ queryKey });
      }
      onRequested(answer.result.requestId);
      return undefined;
    },
  });
  const { errors, isPending } = form;
  return (
    <SentForm
      form={props.isBlocked ? { ...form, submit: () => Promise.resolve() } : form}
      label={title}
      note={<Notice kind="info">{texts.secondPerson}</Notice>}
    >
      <div className="form-fields">
        {props.children?.(errors)}
        {KINDS_WITH_DOCUMENTS.includes(kind) && (
          <DocumentsField kind={kind} error={errors["documents"]} />
        )}
        <TextField
          label={texts.reason}
          hint={texts.reasonHint}
          name="reason"
          autoComplete="off"
          maxLength={1000}
          defaultValue={props.keptReason}
          error={errors["reason"]}
        />
        <div className="btnrow">
          <Button
            type="submit"
            look="primary"
            pending={isPending}
            pendingLabel={texts.asking}
            blocked={props.isBlocked === true}
          >
            {texts.ask}
          </Button>
          {onClose && <Button onClick={onClose}>{common.cancel}</Button>}
        </div>
      </div>
    </SentForm>
  );
}
