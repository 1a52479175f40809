import { useTexts } from "#console/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import type { ReactNode } from "react";
import { SentForm, type useNamedForm } from "./forms.ts";
import "./parts.css";

/** A form that is sent out of a dialog, with the way out beside it. */
export function FormDialog(props: {
  title: string;
  form: ReturnType<typeof useNamedForm>;
  onClose: () => void;
  children: ReactNode;
  /** What its button says, and says while it is sent; 'Save' if not said. */
  submit?: { label: string; pendingLabel: string };
}) {
  const common = useTexts("common");
  const { title, form, onClose } = props;
  const { label, pendingLabel } = props.submit ?? {
    label: common.save,
    pendingLabel: common.saving,
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <SentForm form={form} label={title} className="form-fields">
        {props.children}
        <div className="form-actions">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" look="primary" pending={form.isPending} pendingLabel={pendingLabel}>
            {label}
          </Button>
        </div>
      </SentForm>
    </Dialog>
  );
}
