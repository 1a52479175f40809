import { Day } from "#console/parts/Day.tsx";
import { call } from "#console/api/call.ts";
import { useMay } from "#console/api/me.ts";
import { ActButton } from "#console/parts/ActButton.tsx";
import { WordsDialog } from "#console/parts/WordsDialog.tsx";
import { paths } from "#console/paths.ts";
import { PreviewPanel } from "#console/table/PreviewPanel.tsx";
import { useLanguage, useTexts } from "#console/texts/texts.ts";
import { type BreakRow, resolveBreak, takeBreak } from "#contract/staff/reconciliation.ts";
import { Button } from "#ui/Button.tsx";
import { DateText } from "#ui/DateText.tsx";
import { Money } from "#ui/Money.tsx";
import { KeyValueList } from "#ui/Panel.tsx";
import { Reference } from "#ui/Reference.tsx";
import { useState } from "react";
import { generatePath, Link } from "react-router";

/** The panel of a difference: both sides, who looks into it, and what came of it. */
export function BreakPreview({ row, onClose }: { row: BreakRow; onClose: () => void }) {
  const texts = useTexts("reconciliation");
  const language = useLanguage();
  const may = useMay();
  const side = (amount: bigint | null, state: string | null) => (
    <>
      {amount === null ? texts.nothing : <Money amount={amount} alwaysShown />}
      {state !== null && <code className="meta"> {state}</code>}
    </>
  );
  const isToDo = row.state === "open" || row.state === "in_flight";
  return (
    <PreviewPanel title={texts.kinds[row.kind]} onClose={onClose}>
      <KeyValueList
        isTight
        rows={[
          { key: "source", name: texts.source, value: texts.sources[row.source] },
          { key: "day", name: texts.day, value: <Day on={row.day} /> },
          {
            key: "ref",
            name: texts.reference,
            value: row.isTransfer ? (
              <Link to={generatePath(paths.transfer, { refNo: row.reference })}>
                <Reference value={row.reference} />
              </Link>
            ) : (
              <Reference value={row.reference || "–"} />
            ),
          },
          ...(row.accountTail === ""
            ? []
            : [{ key: "account", name: texts.account, value: texts.ending(row.accountTail) }]),
          { key: "ours", name: texts.ours, value: side(row.ours, row.oursState) },
          { key: "theirs", name: texts.theirs, value: side(row.theirs, row.theirsState) },
          {
            key: "at",
            name: texts.at,
            value: <DateText at={new Date(row.at)} form="dayTime" language={language} />,
          },
          {
            key: "found",
            name: texts.found,
            value: <DateText at={new Date(row.foundAt)} form="dayTime" language={language} />,
          },
          { key: "state", name: texts.state, value: texts.states[row.state] },
          { key: "owner", name: texts.owner, value: row.owner ?? texts.nobody },
          ...(row.resolvedBy === null
            ? []
            : [
                { key: "by", name: texts.resolvedBy, value: row.resolvedBy },
                { key: "done", name: texts.resolution, value: row.resolution },
              ]),
        ]}
      />
      {isToDo && may("reconciliation.resolve") && <Actions row={row} />}
    </PreviewPanel>
  );
}

function Actions({ row }: { row: BreakRow }) {
  const texts = useTexts("reconciliation");
  const [isResolving, setIsResolving] = useState(false);
  const params = { breakId: row.id };
  return (
    <div className="form-actions">
      <ActButton act={() => call(takeBreak, { params })} done={texts.taken}>
        {texts.take}
      </ActButton>
      <Button onClick={() => setIsResolving(true)}>{texts.resolve}</Button>
      {isResolving && (
        <WordsDialog
          title={texts.resolve}
          label={texts.resolution}
          hint={texts.resolutionHint}
          done={texts.resolved}
          name="resolution"
          send={(words) => call(resolveBreak, { params, body: { resolution: words } })}
          onClose={() => setIsResolving(false)}
        />
      )}
    </div>
  );
}
