import { failureText } from "#console/texts/failureText.ts";
import { useTexts } from "#console/texts/texts.ts";
import type { Failure } from "#contract/endpoint.ts";
import { Notice } from "#ui/Notice.tsx";
import { useState } from "react";
import "./table.css";
import type { Selection } from "./useSelection.ts";

/** Something done to each selected row. The label is verb and noun: 'Rerun jobs'. */
export type BulkAction<Row> = {
  key: string;
  label: string;
  /** Does it to one row: undefined when it is done, else why it is not. */
  run: (row: Row) => Promise<Failure | undefined>;
};

type Outcome = { done: number; refused: { name: string; why: string }[] };

/**
 * What can be done to the selected rows. Each is asked for by itself, one after the other, and the line
 * at the end says of each that was not done why.
 */
export function BulkBar<Row>(props: {
  rows: readonly Row[];
  rowName: (row: Row) => string;
  actions: readonly BulkAction<Row>[];
  selection: Selection;
  onDone: () => void;
}) {
  const { rows, rowName, actions, selection, onDone } = props;
  const texts = useTexts("table");
  const [progress, setProgress] = useState<number>();
  const [outcome, setOutcome] = useState<Outcome>();
  const runAll = async ({ run }: BulkAction<Row>) => {
    if (progress !== undefined) return;
    const made: Outcome = { done: 0, refused: [] };
    setOutcome(undefined);
    for (const [index, row] of rows.entries()) {
      setProgress(index);
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that the count is true
      const failure = await run(row);
      if (failure === undefined) made.done += 1;
      else made.refused.push({ name: rowName(row), why: failureText(failure) });
    }
    setProgress(undefined);
    setOutcome(made);
    selection.clear();
    onDone();
  };
  return (
    <>
      {rows.length > 0 && (
        <section className="t-bulk" aria-label={texts.selected(rows.length)}>
          <b aria-live="polite">
            {progress === undefined
              ? texts.selected(rows.length)
              : texts.working(progress, rows.length)}
          </b>
          {actions.map((action) => (
            <button
              key={action.key}
              type="button"
              aria-disabled={progress !== undefined || undefined}
              onClick={() => void runAll(action)}
            >
              {action.label}
            </button>
          ))}
          <button type="button" className="t-bulk-clear" onClick={selection.clear}>
            {texts.clear} <kbd aria-hidden="true">Esc</kbd>
          </button>
        </section>
      )}
      {outcome && <OutcomeLine outcome={outcome} />}
    </>
  );
}

function OutcomeLine({ outcome: { done, refused } }: { outcome: Outcome }) {
  const texts = useTexts("table");
  if (refused.length === 0) {
    return (
      <output>
        <Notice kind="ok">{texts.allDone(done)}</Notice>
      </output>
    );
  }
  return (
    <Notice kind="warn" role="alert">
      {texts.someDone(done, refused.length)}
      <ul className="t-refused">
        {refused.map(({ name, why }) => (
          <li key={name}>
            <b>{name}</b> {why}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
