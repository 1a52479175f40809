import type { CardLoss } from "#contract/cardLoss.ts";
import { CallUs } from "#portal/shared/CallUs.tsx";
import { failureText } from "#portal/texts/serverTexts.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { formatDate } from "#ui/DateText.tsx";
import { Notice } from "#ui/Notice.tsx";
import { useReport } from "./useReport.ts";

/** That the issuer refused to stop the card: whom to call, and the way to ask again. */
export function RefusedStop({ loss }: { loss: CardLoss }) {
  const texts = useTexts("cardLoss");
  const language = useLanguage();
  const { block, isPending, failure } = useReport();
  return (
    <Notice kind="bad" role="alert">
      <p>{texts.reportedOnly(formatDate(new Date(loss.at), "dayTime", language))}</p>
      <p>{texts.refused}</p>
      <CallUs />
      {failure !== undefined && <p>{failureText(failure)}</p>}
      <div className="btnrow start">
        <Button
          small
          pending={isPending}
          pendingLabel={texts.asking}
          onClick={() => void block(loss.cause)}
        >
          {texts.askAgain}
        </Button>
      </div>
    </Notice>
  );
}
