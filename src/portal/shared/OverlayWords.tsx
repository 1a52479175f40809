import { usableFrom } from "#contract/suspensionValues.ts";
import type { CardOverlay } from "#contract/cardStatus.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { useIsLost } from "./isLost.ts";
import { useSuspensionEnd } from "./suspensionEnd.ts";

/** Why the card cannot be used now; of a suspension that ends by itself, until when; of a card that was lost, what follows. */
export function OverlayWords({ overlay }: { overlay: CardOverlay }) {
  const texts = useTexts("card");
  const language = useLanguage();
  const moment = useSuspensionEnd(overlay === "suspended");
  const isLost = useIsLost(overlay === "deactivated");
  if (isLost) return texts.lost;
  return (
    <>
      {texts.notices[overlay]}
      {moment !== undefined && <b> {usableFrom(moment)[language]}</b>}
    </>
  );
}
