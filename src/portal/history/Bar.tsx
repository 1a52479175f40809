import { amountsHidden } from "#ui/preferences.ts";
import { useStore } from "#ui/store.ts";

/**
 * How much of the most an amount is, drawn beside its figures; nothing where amounts are hidden. Both in centavos.
 */
export function Bar({ amount, most, isIn }: { amount: bigint; most: bigint; isIn: boolean }) {
  const isHidden = useStore(amountsHidden);
  if (isHidden || most === 0n) return null;
  // What is there is seen, however little.
  const percent = Math.max(Number((amount * 1000n) / most) / 10, amount === 0n ? 0 : 1);
  return (
    <span className={isIn ? "bar in" : "bar"} aria-hidden="true">
      <span style={{ width: `${percent}%` }} />
    </span>
  );
}
