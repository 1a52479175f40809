import { queryClient } from "#console/api/queries.ts";
import { useTexts } from "#console/texts/texts.ts";
import type { Failure } from "#contract/endpoint.ts";
import { showToast } from "#ui/toasts.ts";
import type { ReactNode } from "react";
import { FormDialog } from "./FormDialog.tsx";
import { useNamedForm } from "./forms.ts";

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
  const texts = useTexts("operations");
  const form = useNamedForm({
    isNameless: true,
    send: async () => {
      const answer = await props.send();
      // Also after a no that comes from what others did: what stands behind the dialog is old.
      if (answer.status || answer.httpStatus === 409) void queryClient.invalidateQueries();
      if (!answer.status) return answer;
      showToast({ kind: "ok", text: props.done ?? texts.saved });
      props.onClose();
      return undefined;
    },
  });
  return (
    <FormDialog title={props.title} form={form} onClose={props.onClose}>
      {props.children((name) => form.errors[name])}
    </FormDialog>
  );
}
