import { parsePesos, toDecimal } from "#common/money.ts";
import { PageHead } from "#console/layout/PageHead.tsx";
import { Asked } from "#console/parts/AskDialog.tsx";
import { AskForm } from "#console/parts/AskForm.tsx";
import { useTexts } from "#console/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { Panel, SectionHead } from "#ui/Panel.tsx";
import { TextField } from "#ui/TextField.tsx";
import { useState } from "react";
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
          <EntryForm onAsked={setRequestId} />
        ) : (
          <Asked requestId={requestId} />
        )}
      </Panel>
    </div>
  );
}

function EntryForm({ onAsked }: { onAsked: (requestId: string) => void }) {
  const texts = useTexts("ledger");
  const { lines, change, add, remove } = useLines();
  return (
    <AskForm
      title={texts.newEntry}
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
          amount: toDecimal(parsePesos(amount) ?? 0n),
        })),
      })}
      onAsked={onAsked}
    >
      {(errors) => (
        <>
          <TextField
            label={texts.reference}
            hint={texts.referenceHint}
            name="reference"
            autoComplete="off"
            spellCheck={false}
            maxLength={20}
            error={errors["reference"]}
          />
          <TextField
            label={texts.narrative}
            name="narrative"
            autoComplete="off"
            maxLength={200}
            error={errors["narrative"]}
          />
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
    </AskForm>
  );
}

function useLines() {
  const [lines, setLines] = useState<readonly JournalLine[]>([
    emptyLine(1, "D"),
    emptyLine(2, "C"),
  ]);
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
