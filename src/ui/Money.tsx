import type { Centavos } from "#common/money.ts";
import { formatPesos } from "#common/money.ts";
import { amountsHidden } from "./preferences.ts";
import { useStore } from "./store.ts";
import { useWords } from "./words.tsx";

/** What stands in place of an amount that is hidden. */
export const COVERED_AMOUNT = "₱••••••";

/** An amount within a text, covered like the others; of <Money> only where no element can stand. */
export function useAmountText(): (amount: Centavos) => string {
  const isHidden = useStore(amountsHidden);
  return (amount) => (isHidden ? COVERED_AMOUNT : formatPesos(amount));
}

/** A text of the server's with its amounts covered. */
export function coverAmounts(text: string): string {
  return text.replaceAll(/₱\d[\d,.]*\d/g, COVERED_AMOUNT);
}

/**
 * The only way to print an amount. It never truncates and never breaks inside; a minus is U+2212.
 * When the member hides amounts every one is covered, except with `alwaysShown`, which is for what
 * they are typing or approving right now.
 */
export function Money(props: { amount: Centavos; withPlus?: boolean; alwaysShown?: boolean }) {
  const words = useWords();
  const isHidden = useStore(amountsHidden);
  if (isHidden && !props.alwaysShown) {
    return (
      <span className="num">
        <span aria-hidden="true">{COVERED_AMOUNT}</span>
        <span className="sr">{words.amountHidden}</span>
      </span>
    );
  }
  const plus = props.withPlus && props.amount > 0n ? "+" : "";
  return (
    <span className="num">
      {plus}
      {formatPesos(props.amount)}
    </span>
  );
}
