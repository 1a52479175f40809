import { useTexts } from "#console/texts/texts.ts";
import { Money } from "#ui/Money.tsx";
import { KeyValueList, Panel } from "#ui/Panel.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { BOOKS, bridgeGap, isBalanced, type JournalLine, sumOf } from "./journalLines.ts";

/** The sums of both books as the lines stand, whether they balance, and whether the books meet. */
export function JournalSums({ lines }: { lines: readonly JournalLine[] }) {
  const texts = useTexts("ledger");
  const gap = bridgeGap(lines);
  return (
    <div aria-live="polite">
      <div className="journal-sums">
        {BOOKS.map((book) => {
          const { debit, credit } = sumOf(lines, book);
          const isEven = debit === credit;
          return (
            <Panel padded key={book}>
              <h3>{texts.books[book]}</h3>
              <KeyValueList
                isTight
                rows={[
                  { key: "debit", name: texts.debit, value: <Money amount={debit} alwaysShown /> },
                  {
                    key: "credit",
                    name: texts.credit,
                    value: <Money amount={credit} alwaysShown />,
                  },
                ]}
              />
              <StatusTag kind={isEven ? "ok" : "warn"}>
                {isEven ? texts.balances : texts.balancesNot}
              </StatusTag>
            </Panel>
          );
        })}
      </div>
      {gap !== 0n && <p className="meta">{texts.bridgeOpen}</p>}
      {!isBalanced(lines) && <p className="meta">{texts.balanceFirst}</p>}
    </div>
  );
}
