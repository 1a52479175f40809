import { cardFeesRead } from "#portal/api/cardReads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import type { CardKind } from "#portal/paths.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { useAmountText } from "#ui/Money.tsx";
import { useQuery } from "@tanstack/react-query";

/** What a card of each kind costs, in words; undefined until that is known. */
export function useCardFees(): Record<CardKind, string> | undefined {
  const texts = useTexts("cardOffers");
  const amountText = useAmountText();
  const { data: fees } = useQuery(cardFeesRead(useGuid()));
  if (fees === undefined) return undefined;
  const say = (fee: bigint) => (fee === 0n ? texts.noFee : amountText(fee));
  return { perso: say(fees.personalized), generic: say(fees.generic) };
}
