import { SentForm, useNamedForm } from "#console/parts/forms.ts";
import { useTexts } from "#console/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { TextField } from "#ui/TextField.tsx";
import type { BulkAction } from "./bulkAction.ts";
import "./bulk.css";

/** The last question before something is done to several rows: what to, and a note for all of them. */
export function BulkQuestion<Row>(props: {
  title: string;
  count: number;
  ask: NonNullable<BulkAction<Row>["ask"]>;
  rows: readonly Row[];
  onGo: (note: string) => void;
  onClose: () => void;
}) {
  const { title, count, ask, rows, onGo, onClose } = props;
  const texts = useTexts("table");
  const common = useTexts("common");
  const form = useNamedForm({
    required: ask.isNoteNeeded ? ["note"] : [],
    send: (field) => {
      onGo(field("note").trim());
      return Promise.resolve(undefined);
    },
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <SentForm form={form}>
        <p className="meta">{texts.selected(count)}</p>
        {ask.show && (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard (WCAG 2.1.1)
          <section className="t-asked" aria-label={texts.selected(count)} tabIndex={0}>
            {ask.show(rows)}
          </section>
        )}
        <TextField
          label={ask.note}
          name="note"
          autoComplete="off"
          maxLength={1000}
          optional={!ask.isNoteNeeded}
          error={form.errors["note"]}
        />
        <div className="btnrow">
          <Button type="submit" look="primary">
            {title}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
        </div>
      </SentForm>
    </Dialog>
  );
}
