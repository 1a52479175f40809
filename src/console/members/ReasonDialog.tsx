import { queryClient } from "#console/api/queries.ts";
import type { FormErrors } from "#client/form/useNamedForm.ts";
import { SentForm, useNamedForm } from "#console/parts/forms.ts";
import "#console/parts/parts.css";
import { useTexts } from "#console/texts/texts.ts";
import type { Failure } from "#contract/endpoint.ts";
import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { TextField } from "#ui/TextField.tsx";
import type { ReactNode } from "react";
import { memberKey, MEMBERS_KEY } from "./memberReads.ts";

/** An action on a member's file that is done at once, with its reason; the file is read anew after it. */
export function ReasonDialog(props: {
  /** Whose file is read anew; without one every file that was read. */
  memberGuid?: string;
  title: string;
  /** What it means. */
  body: string;
  /** Label of the reason. */
  reason: string;
  action: string;
  pending: string;
  look: "primary" | "danger";
  /** Names of fields besides the reason that are not sent empty. */
  required?: readonly string[];
  /** Does it, and tells of it; answers with the server's no. */
  send: (reason: string, field: (name: string) => string) => Promise<Failure | undefined>;
  /** Fields before the reason: whom it is about. */
  who?: (errors: FormErrors) => ReactNode;
  children?: (errors: FormErrors) => ReactNode;
  onClose: () => void;
}) {
  const { title, onClose } = props;
  const common = useTexts("common");
  const form = useNamedForm({
    required: ["reason", ...(props.required ?? [])],
    send: async (field) => {
      const refused = await props.send(field("reason"), field);
      const queryKey = props.memberGuid === undefined ? MEMBERS_KEY : memberKey(props.memberGuid);
      void queryClient.invalidateQueries({ queryKey });
      if (refused === undefined) onClose();
      return refused;
    },
  });
  const { errors, isPending } = form;
  return (
    <Dialog title={title} onClose={onClose}>
      <SentForm form={form} label={title}>
        <div className="form-fields">
          <p>{props.body}</p>
          {props.who?.(errors)}
          <TextField
            label={props.reason}
            name="reason"
            maxLength={200}
            autoComplete="off"
            error={errors["reason"]}
          />
          {props.children?.(errors)}
          <div className="btnrow">
            <Button
              type="submit"
              look={props.look}
              pending={isPending}
              pendingLabel={props.pending}
            >
              {props.action}
            </Button>
            <Button onClick={onClose}>{common.cancel}</Button>
          </div>
        </div>
      </SentForm>
    </Dialog>
  );
}
