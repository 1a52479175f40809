import type { CardTransaction } from "#contract/history.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Money } from "#ui/Money.tsx";
import { Elsewhere } from "./Elsewhere.tsx";
import { KeyValueList, Panel } from "#ui/Panel.tsx";

/** What the rows on the page add up to. */
export function ShownSums({ rows }: { rows: readonly CardTransaction[] }) {
  const texts = useTexts("history");
  const moneyIn = sum(rows.filter(({ amount }) => amount > 0n));
  const moneyOut = sum(rows.filter(({ amount }) => amount < 0n));
  return (
    <aside aria-labelledby="shown">
      <Panel padded>
        <h2 id="shown" className="shown-title">
          {texts.shown}
        </h2>
        <KeyValueList
          isTight
          rows={[
            {
              key: "in",
              name: texts.moneyIn,
              value: (
                <span className="money-in">
                  <Money amount={moneyIn} withPlus />
                </span>
              ),
            },
            { key: "out", name: texts.moneyOut, value: <Money amount={moneyOut} /> },
            { key: "count", name: texts.transactions, value: rows.length },
          ]}
        />
        <p className="meta">{texts.older}</p>
        <Elsewhere />
      </Panel>
    </aside>
  );
}

const sum = (rows: readonly CardTransaction[]) =>
  rows.reduce((total, { amount }) => total + amount, 0n);
