import type { CardOverlay } from "#contract/cardStatus.ts";
import { cardDetailsRead } from "#portal/api/reads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { formatDate } from "#ui/DateText.tsx";
import { useQuery } from "@tanstack/react-query";

/** Why the card cannot be used now; of a suspension that ends by itself, until when. */
export function OverlayWords({ overlay }: { overlay: CardOverlay }) {
  const texts = useTexts("card");
  const language = useLanguage();
  const isSuspended = overlay === "suspended";
  const { data } = useQuery({ ...cardDetailsRead(useGuid()), enabled: isSuspended });
  const until = isSuspended ? (data?.suspendedUntil ?? null) : null;
  return (
    <>
      {texts.notices[overlay]}
      {until !== null && (
        <b> {texts.suspendedUntil(formatDate(new Date(until), "dayTime", language))}</b>
      )}
    </>
  );
}
