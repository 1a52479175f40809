import { useTexts } from "#portal/texts/texts.ts";
import { useAmountText } from "#ui/Money.tsx";
import type { Draft } from "./order.ts";
import { ownLimitLines } from "./ownLimits.ts";
import type { Setup } from "./setup.ts";

/** What is left of the limits that the member set, before one is hit; of a day to come only what holds on any. */
export function OwnLimitsLeft({ setup, draft }: { setup: Setup; draft: Draft }) {
  const { ownLimit } = useTexts("transfer");
  const amountText = useAmountText();
  const lines = ownLimitLines(setup, draft, { ownLimit, amountText }).filter(
    ({ isOfToday }) => !isOfToday || draft.when === undefined,
  );
  return (
    <output className="meta">
      {lines.map(({ key, text }) => (
        <span key={key} className="own-limit">
          {text}{" "}
        </span>
      ))}
    </output>
  );
}
