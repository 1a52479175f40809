import { useTexts } from "#portal/texts/texts.ts";
import type { Intent } from "./order.ts";
import { bankOf, type Setup } from "./setup.ts";
import { Checkbox } from "#ui/Checkbox.tsx";
import { PayeeSays } from "./PayeeSays.tsx";
import { KNOW_ID, type useKnowing } from "./useKnowing.ts";

/** On the review: whose account it is, and where it is another name the box that says that the member knows. */
export function PayeeKnown(props: {
  setup: Setup;
  intent: Intent;
  knowing: ReturnType<typeof useKnowing>;
}) {
  const { setup, intent, knowing } = props;
  const texts = useTexts("payeeCheck");
  if (knowing.asked === undefined) return null;
  const bank = "destination_bank" in intent ? bankOf(setup, intent.destination_bank) : undefined;
  return (
    <div className="stack" aria-live="polite">
      <PayeeSays asked={knowing.asked} bank={bank?.shortName ?? ""} />
      {knowing.isAnother && (
        <Checkbox
          id={KNOW_ID}
          checked={knowing.isKnown}
          error={knowing.isMissed ? texts.knowFirst : undefined}
          onChange={({ target }) => knowing.know(target.checked)}
        >
          {texts.know}
        </Checkbox>
      )}
    </div>
  );
}
