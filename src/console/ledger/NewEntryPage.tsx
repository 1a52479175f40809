import { plainPesos } from "#common/money.ts";
import { meRead } from "#console/api/me.ts";
import { PageHead } from "#client/PageHead.tsx";
import type { FormErrors } from "#client/form/useNamedForm.ts";
import { Requested } from "#console/parts/RequestDialog.tsx";
import { RequestForm } from "#console/parts/RequestForm.tsx";
import { useTexts } from "#console/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { Notice } from "#ui/Notice.tsx";
import { Panel, SectionHead } from "#ui/Panel.tsx";
import { TextField } from "#ui/TextField.tsx";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { type Draft, forgetDraft, keepDraft, keptDraft } from "./draft.ts";
import { ChartOptions } from "./ChartOptions.tsx";
import { isBalanced, type JournalLine } from "./journalLines.ts";
import { JournalSums } from "./JournalSums.tsx";
import { LedgerTabs } from "./LedgerTabs.tsx";
import { LineFields } from "./LineFields.tsx";

const MAX_LINES = 20;
const emptyLine = (key: number, side: "D" | "C"): JournalLine => ({
  key,
  book: "ASSOC",
  code: "",
  subledger: "",
  side,
  amount: "",
});

/** An entry by hand, which a second person decides: lines in both books, whose sums are shown as one types. */
export function NewEntryPage() {
  const texts = useTexts("ledger");
  const [requestId, setRequestId] = useState<string>();
  return (
    <div className="c-page">
      <PageHead title={texts.newEntry} />
      <LedgerTabs />
      <Panel padded>
        {requestId === undefined ? (
          <KeptEntryForm onRequested={setRequestId} />
        ) : (
          <Requested requestId={requestId} />
        )}
      </Panel>
    </div>
  );
}

/** The form with what its writer left half-written in this tab. */
function KeptEntryForm({ onRequested }: { onRequested: (requestId: string) => void }) {
  const texts = useTexts("ledger");
  const { data: me } = useQuery(meRead());
  const username = me?.username ?? "";
  const [begun, setBegun] = useState(0);
  const [draft, setDraft] = useState(() => keptDraft(username));
  const forget = () => {
    forgetDraft(username);
    setDraft(undefined);
    setBegun(begun + 1);
  };
  return (
    <>
      {draft && (
        <Notice kind="info">
          {texts.draftKept}{" "}
          <Button small look="quiet" onClick={forget}>
            {texts.draftForget}
          </Button>
        </Notice>
      )}
      <EntryForm
        key={begun}
        draft={draft}
        onChange={(written) => keepDraft(username, written)}
        onRequested={(requestId) => {
          forgetDraft(username);
          onRequested(requestId);
        }}
      />
    </>
  );
}

function EntryForm(props: {
  draft: Draft | undefined;
  onChange: (written: Draft) => void;
  onRequested: (requestId: string) => void;
}) {
  const texts = useTexts("ledger");
  const { draft, onRequested } = props;
  const { lines, change, add, remove } = useLines(draft?.lines);
  const note = useWritten(draft, lines, props.onChange);
  return (
    <div onInput={note}>
      <RequestForm
        title={texts.newEntry}
        keptReason={draft?.reason}
        kind="manual_journal"
        required={["reference", "narrative"]}
        isBlocked={!isBalanced(lines)}
        payload={(field) => ({
          reference: field("reference").trim(),
          narrative: field("narrative"),
          lines: lines.map(({ key: _key, amount, code, subledger, ...line }) => ({
            ...line,
            code: code.trim(),
            subledger: subledger.trim(),
            amount: plainPesos(amount),
          })),
        })}
        onRequested={onRequested}
      >
        {(errors) => (
          <>
            <WordFields draft={draft} errors={errors} />
            <SectionHead title={texts.lines} />
            <ChartOptions />
            {lines.map((line, index) => (
              <LineFields
                key={line.key}
                line={line}
                index={index}
                errors={errors}
                onChange={(changed) => change(line.key, changed)}
                {...(lines.length > 2 && { onRemove: () => remove(line.key) })}
              />
            ))}
            {lines.length < MAX_LINES && (
              <Button small onClick={add}>
                {texts.addLine}
              </Button>
            )}
            <JournalSums lines={lines} />
          </>
        )}
      </RequestForm>
    </div>
  );
}

/** Tells what is written so far with each change; answers what listens to the fields. */
function useWritten(
  draft: Draft | undefined,
  lines: readonly JournalLine[],
  onChange: (written: Draft) => void,
) {
  const { reference = "", narrative = "", reason = "" } = draft ?? {};
  const words = useRef({ reference, narrative, reason });
  const isTouched = useRef(false);
  // What is typed into a line arrives here as the next drawing of the lines.
  useEffect(() => {
    if (isTouched.current) onChange({ ...words.current, lines });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the lines are what has changed
  }, [lines]);
  return (event: FormEvent<HTMLDivElement>) => {
    isTouched.current = true;
    const { target } = event;
    if (!(target instanceof HTMLInputElement) || !(target.name in words.current)) return;
    words.current = { ...words.current, [target.name]: target.value };
    onChange({ ...words.current, lines });
  };
}

function WordFields(props: { draft: Draft | undefined; errors: FormErrors }) {
  const texts = useTexts("ledger");
  const { draft, errors } = props;
  return (
    <>
      <TextField
        label={texts.reference}
        hint={texts.referenceHint}
        name="reference"
        autoComplete="off"
        spellCheck={false}
        maxLength={20}
        defaultValue={draft?.reference}
        error={errors["reference"]}
      />
      <TextField
        label={texts.narrative}
        name="narrative"
        autoComplete="off"
        maxLength={200}
        defaultValue={draft?.narrative}
        error={errors["narrative"]}
      />
    </>
  );
}

function useLines(kept: readonly JournalLine[] | undefined) {
  const [lines, setLines] = useState<readonly JournalLine[]>(
    kept ?? [emptyLine(1, "D"), emptyLine(2, "C")],
  );
  return {
    lines,
    change: (key: number, changed: Partial<JournalLine>) =>
      setLines(lines.map((line) => (line.key === key ? { ...line, ...changed } : line))),
    add: () => {
      const key = Math.max(...lines.map((line) => line.key)) + 1;
      const { book, side } = lines.at(-1) ?? emptyLine(0, "C");
      setLines([...lines, { ...emptyLine(key, side === "D" ? "C" : "D"), book }]);
    },
    remove: (key: number) => setLines(lines.filter((line) => line.key !== key)),
  };
}
