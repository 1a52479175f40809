import { queryClient } from "#console/api/queries.ts";
import { SentForm, useNamedForm } from "#console/parts/forms.ts";
import { useTexts } from "#console/texts/texts.ts";
import type { Failure } from "#contract/endpoint.ts";
import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { TextField } from "#ui/TextField.tsx";
import { showToast } from "#ui/toasts.ts";
import type { ReactNode } from "react";

type Errors = Readonly<Record<string, string>>;

/**
 * An action that is done at once: what it means, its own fields, and a button that says it. What was read is
 * read anew afterwards, also after a no, which may say that things have moved on.
 */
export function ActionDialog(props: {
  title: string;
  body: ReactNode;
  action: string;
  pending: string;
  done: string;
  isDangerous?: boolean;
  /** Fields that are not sent empty. */
  required: readonly string[];
  send: (field: (name: string) => string) => Promise<{ status: true } | Failure>;
  children: (errors: Errors) => ReactNode;
  onClose: () => void;
}) {
  const { title, action, send, onClose } = props;
  const common = useTexts("common");
  const form = useNamedForm({
    required: props.required,
    send: async (field) => {
      const answer = await send(field);
      void queryClient.invalidateQueries();
      if (!answer.status) return answer;
      showToast({ kind: "ok", text: props.done });
      onClose();
      return undefined;
    },
  });
  const { errors, isPending } = form;
  return (
    <Dialog title={title} onClose={onClose}>
      <SentForm form={form} label={title} note={<p>{props.body}</p>}>
        {props.children(errors)}
        <div className="btnrow">
          <Button
            type="submit"
            look={props.isDangerous ? "danger" : "primary"}
            pending={isPending}
            pendingLabel={props.pending}
          >
            {action}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
        </div>
      </SentForm>
    </Dialog>
  );
}

/** Why somebody does it: stays on record. */
export function ReasonField({ error }: { error: string | undefined }) {
  const texts = useTexts("cards");
  return (
    <TextField
      label={texts.reason}
      name="reason"
      maxLength={200}
      autoComplete="off"
      error={error}
    />
  );
}
