import { useTexts } from "#console/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { TextField } from "#ui/TextField.tsx";
import { type SubmitEvent, useState } from "react";
import type { BulkAction } from "./bulkAction.ts";
import "./bulk.css";

/** The last question before something is done to several rows: what to, and a note for all of them. */
export function BulkAsk<Row>(props: {
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
  const [isMissing, setIsMissing] = useState(false);
  const go = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget).get("note");
    const note = typeof given === "string" ? given.trim() : "";
    if (ask.isNoteNeeded && note === "") {
      setIsMissing(true);
      event.currentTarget.querySelector("input")?.focus();
    } else onGo(note);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form method="dialog" noValidate onSubmit={go}>
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
          error={isMissing ? common.required : undefined}
        />
        <div className="btnrow">
          <Button type="submit" look="primary">
            {title}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
}
