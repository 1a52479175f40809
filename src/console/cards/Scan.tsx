import { PlainTable } from "#console/table/PlainTable.tsx";
import { useTexts } from "#console/texts/texts.ts";
import type { Finding } from "#contract/staff/cardStock.ts";
import { Field } from "#ui/Field.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { TextArea } from "#ui/TextArea.tsx";
import { useState } from "react";

/** The serials in what was scanned or typed: one a line, or between spaces and commas. */
export function serialsOf(text: string): string[] {
  return text.split(/[\s,;]+/).flatMap((part) => (part === "" ? [] : [serialOf(part)]));
}

/** A serial or a reference as it is written everywhere: in capitals, without spaces around it. */
export const serialOf = (text: string): string => text.trim().toUpperCase();

/** Where a scanner types: it ends each serial with a new line. */
export function SerialsField({ error }: { error: string | undefined }) {
  const texts = useTexts("cards");
  const [count, setCount] = useState(0);
  return (
    <Field label={texts.serials} hint={texts.scanned(count)} error={error}>
      {(control) => (
        <TextArea
          {...control}
          name="serials"
          rows={6}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="k-serials"
          onChange={(event) => setCount(serialsOf(event.currentTarget.value).length)}
        />
      )}
    </Field>
  );
}

const GOOD: readonly string[] = ["added", "matched", "received"];

/** What became of each line; what is wrong stands first. */
export function FindingsTable({ lines }: { lines: readonly Finding[] }) {
  const texts = useTexts("cards");
  const { card } = useTexts("members");
  const isGood = ({ finding }: Finding) => GOOD.includes(finding);
  const sorted = lines.toSorted((one, other) => Number(isGood(one)) - Number(isGood(other)));
  const detailOf = ({ finding, detail }: Finding) => {
    // Of which column, and the words of every other file.
    if (finding === "shortened_number") return `${detail}: ${texts.shortened}`;
    const states: Record<string, string> = { ...card.states, ...texts.kitStates };
    return states[detail] ?? detail;
  };
  return (
    <div className="k-findings">
      <PlainTable
        caption={texts.findings}
        rows={sorted}
        keyOf={({ line }) => String(line)}
        empty={texts.nothingMissing}
        columns={[
          { key: "line", head: texts.line, isFigure: true, cell: ({ line }) => line },
          { key: "serial", head: texts.serial, cell: ({ serial }) => serial || "–" },
          {
            key: "finding",
            head: texts.finding,
            cell: (line) => (
              <StatusTag kind={isGood(line) ? "ok" : "warn"}>
                {texts.findingNames[line.finding]}
              </StatusTag>
            ),
          },
          {
            key: "detail",
            head: texts.findingDetail,
            cell: (line) => detailOf(line) || "–",
          },
        ]}
      />
    </div>
  );
}

/** How many lines were taken, and how many were not. */
export function useResultText(): (lines: readonly Finding[]) => string {
  const texts = useTexts("cards");
  return (lines) => {
    const good = lines.filter(({ finding }) => GOOD.includes(finding)).length;
    return texts.result(good, lines.length - good);
  };
}
