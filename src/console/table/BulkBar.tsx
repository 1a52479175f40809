import { failureText } from "#console/texts/failureText.ts";
import { useTexts } from "#console/texts/texts.ts";
import { Notice } from "#ui/Notice.tsx";
import { useState } from "react";
import { BulkQuestion } from "./BulkQuestion.tsx";
import type { BulkAction } from "./bulkAction.ts";
import "./bulk.css";
import type { Selection } from "./useSelection.ts";

type RefusedRow = { id: string; name: string; why: string };
type Outcome = { done: number; unfinished: RefusedRow[]; refused: RefusedRow[] };

/**
 * What can be done to the selected rows. Each is asked for by itself, one after the other; the line at
 * the end says of each that was not done why, and those stay selected.
 */
export function BulkBar<Row>(props: {
  rows: readonly Row[];
  rowId: (row: Row) => string;
  rowName: (row: Row) => string;
  actions: readonly BulkAction<Row>[];
  selection: Selection;
  onDone: () => void;
}) {
  const { rows, actions, selection } = props;
  const texts = useTexts("table");
  const { progress, outcome, runAll } = useBulk(props);
  const [asking, setAsking] = useState<BulkAction<Row>>();
  const begin = (action: BulkAction<Row>) => {
    if (progress !== undefined) return;
    if (action.ask === undefined) void runAll(action, "");
    else setAsking(action);
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
              onClick={() => begin(action)}
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
      {asking?.ask && (
        <BulkQuestion
          title={asking.label}
          count={rows.length}
          ask={asking.ask}
          rows={rows}
          onClose={() => setAsking(undefined)}
          onGo={(note) => {
            setAsking(undefined);
            void runAll(asking, note);
          }}
        />
      )}
    </>
  );
}

function useBulk<Row>(props: {
  rows: readonly Row[];
  rowId: (row: Row) => string;
  rowName: (row: Row) => string;
  selection: Selection;
  onDone: () => void;
}) {
  const { rows, rowId, rowName, selection, onDone } = props;
  const [progress, setProgress] = useState<number>();
  const [outcome, setOutcome] = useState<Outcome>();
  const runAll = async ({ run }: BulkAction<Row>, note: string) => {
    const made: Outcome = { done: 0, unfinished: [], refused: [] };
    setOutcome(undefined);
    for (const [index, row] of rows.entries()) {
      setProgress(index);
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that the count is true
      const answer = await run(row, note);
      const told = { id: rowId(row), name: rowName(row) };
      if (answer === undefined) made.done += 1;
      else if ("unfinished" in answer) made.unfinished.push({ ...told, why: answer.unfinished });
      else made.refused.push({ ...told, why: failureText(answer) });
    }
    setProgress(undefined);
    setOutcome(made);
    selection.only(made.refused.map(({ id }) => id));
    onDone();
  };
  return { progress, outcome, runAll };
}

function OutcomeLine({ outcome: { done, unfinished, refused } }: { outcome: Outcome }) {
  const texts = useTexts("table");
  const isAllDone = unfinished.length + refused.length === 0;
  return (
    <div className="t-outcome">
      {(isAllDone || unfinished.length > 0) && (
        <output>
          {isAllDone ? (
            <Notice kind="ok">{texts.allDone(done)}</Notice>
          ) : (
            <Notice kind="info">
              {texts.someUnfinished(done, unfinished.length)}
              <ToldList rows={unfinished} />
            </Notice>
          )}
        </output>
      )}
      {refused.length > 0 && (
        <Notice kind="warn" role="alert">
          {texts.someDone(done, refused.length)}
          <ToldList rows={refused} />
        </Notice>
      )}
    </div>
  );
}

const ToldList = ({ rows }: { rows: readonly RefusedRow[] }) => (
  <ul className="t-refused">
    {rows.map(({ id, name, why }) => (
      <li key={id}>
        <b>{name}</b> {why}
      </li>
    ))}
  </ul>
);
