import { refusalText } from "#contract/refusals.ts";
import { serverNow } from "#client/clock.ts";
import { useLanguage } from "#portal/texts/texts.ts";
import { formatDate } from "#ui/DateText.tsx";
import { Notice } from "#ui/Notice.tsx";
import type { Draft } from "./order.ts";
import { pauseFor, type Setup } from "./setup.ts";

/** From when on a payee that stands in the form can be paid, where it is a new one and has to wait. */
export function PayeePause({ setup, draft }: { setup: Setup; draft: Draft }) {
  const language = useLanguage();
  const endsAt = pauseFor(setup, draft, serverNow());
  return (
    <output className="payee-pause">
      {endsAt !== undefined && (
        <Notice kind="safety">
          {refusalText("payee_paused", language, { from: formatDate(endsAt, "dayTime", language) })}
        </Notice>
      )}
    </output>
  );
}
