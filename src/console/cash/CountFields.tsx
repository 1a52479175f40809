import { useTexts } from "#console/texts/texts.ts";
import { type Counts, DENOMINATIONS } from "#contract/staff/cashMoves.ts";
import { formatPesos } from "#common/money.ts";
import { Money } from "#ui/Money.tsx";
import { TextField } from "#ui/TextField.tsx";
import { fitting } from "#ui/fitting.ts";
import "./cash.css";

/** Pieces of each bill and coin, as typed. */
export type TypedCounts = Readonly<Record<number, string>>;

const piecesOf = (typed: string | undefined): number =>
  /^\d{1,6}$/.test(typed ?? "") ? Number(typed) : 0;

export const countsOf = (typed: TypedCounts): Counts =>
  DENOMINATIONS.map((denomination) => ({
    denomination,
    pieces: piecesOf(typed[denomination]),
  })).filter(({ pieces }) => pieces > 0);

/** A field for each bill and coin, and what they come to. */
export function CountFields(props: { typed: TypedCounts; onChange: (typed: TypedCounts) => void }) {
  const texts = useTexts("cash");
  const { typed, onChange } = props;
  const sum = countsOf(typed).reduce(
    (total, { denomination, pieces }) => total + BigInt(denomination) * BigInt(pieces),
    0n,
  );
  return (
    <fieldset className="cash-counts">
      <legend className="sr">{texts.pieces}</legend>
      <div className="cash-counts-grid">
        {DENOMINATIONS.map((denomination) => (
          <TextField
            key={denomination}
            label={formatPesos(BigInt(denomination))}
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            placeholder="0"
            value={typed[denomination] ?? ""}
            fits={fitting(typed[denomination] ?? "0")}
            onChange={({ currentTarget }) =>
              onChange({ ...typed, [denomination]: currentTarget.value.replaceAll(/\D/g, "") })
            }
          />
        ))}
      </div>
      <p className="cash-sum" aria-live="polite">
        <span>{texts.counted}</span> <Money amount={sum} alwaysShown />
      </p>
    </fieldset>
  );
}
