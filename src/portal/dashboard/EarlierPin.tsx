import { earlierPinFrom } from "#portal/shared/earlierPin.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { formatDate } from "#ui/DateText.tsx";
import { Notice } from "#ui/Notice.tsx";
import { useStore } from "#ui/store.ts";
import "./cardOffers.css";

/** The card came into use with the PIN of an earlier try: which one counts, until it is put away. */
export function EarlierPin() {
  const texts = useTexts("cardUse").setPin;
  const common = useTexts("common");
  const language = useLanguage();
  const from = useStore(earlierPinFrom);
  if (from === undefined) return null;
  return (
    <Notice kind="warn" role="alert">
      <p className="earlier-pin">
        {texts.earlierPin(formatDate(new Date(from), "dayTime", language))}
      </p>
      <Button small onClick={() => earlierPinFrom.set(undefined)}>
        {common.ok}
      </Button>
    </Notice>
  );
}
