import { useTexts } from "#portal/texts/texts.ts";
import { Notice } from "#ui/Notice.tsx";
import { useTextsDelayed } from "./useTextsDelayed.ts";

/** Says so while the texts with codes are late for everybody. */
export function TextsDelayed() {
  const texts = useTexts("otp");
  const isDelayed = useTextsDelayed();
  return <div aria-live="polite">{isDelayed && <Notice kind="warn">{texts.delayed}</Notice>}</div>;
}
