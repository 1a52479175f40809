import { queryClient } from "#console/api/queries.ts";
import { failureText } from "#console/texts/failureText.ts";
import { useTexts } from "#console/texts/texts.ts";
import type { Failure } from "#contract/endpoint.ts";
import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { Notice } from "#ui/Notice.tsx";
import { showToast } from "#ui/toasts.ts";
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from "react";

/**
 * A form in a dialog that changes something at once. What the server says against a field stands at it
 * (`errorOf`), the rest above; what was typed stays.
 */
export function EditDialog(props: {
  title: string;
  send: () => Promise<{ status: true } | Failure>;
  children: (errorOf: (name: string) => string | undefined) => ReactNode;
  onClose: () => void;
  /** What the toast says; 'Saved.' if not said. */
  done?: string;
}) {
  const common = useTexts("common");
  const texts = useTexts("operations");
  const [failure, setFailure] = useState<Failure>();
  const [isPending, setIsPending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // After a no, where the first thing is wrong.
    if (failure) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failure]);

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    setIsPending(true);
    const answer = await props.send();
    setIsPending(false);
    // Also after a no that comes from what others did: what stands behind the dialog is old.
    if (answer.status || answer.httpStatus === 409) void queryClient.invalidateQueries();
    if (!answer.status) return setFailure(answer);
    showToast({ kind: "ok", text: props.done ?? texts.saved });
    props.onClose();
  }

  const errorOf = (name: string) => failure?.errors.find(({ param }) => param === name)?.msg;
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <form ref={form} className="ask" noValidate onSubmit={(event) => void send(event)}>
        {failure && failure.errors.length === 0 && (
          <Notice kind="bad" role="alert">
            {failureText(failure)}
          </Notice>
        )}
        {props.children(errorOf)}
        <div className="ask-actions">
          <Button onClick={props.onClose}>{common.cancel}</Button>
          <Button type="submit" look="primary" pending={isPending} pendingLabel={common.saving}>
            {common.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
