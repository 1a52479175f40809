import { suspensionValues } from "#contract/suspensionValues.ts";
import { refusalText } from "#contract/refusals.ts";
import { texts, useLanguage } from "#portal/texts/texts.ts";
import type { CardBar } from "./cardStanding.ts";
import { useSuspensionEnd } from "./suspensionEnd.ts";

/**
 * Why a card does not allow something, and what helps, in the language of the page; of a suspension, until
 * when. Undefined where nothing stands in the way.
 */
export function useBarText(bar: CardBar | undefined): string | undefined {
  const language = useLanguage();
  const until = useSuspensionEnd(bar === "card_suspended");
  if (bar === undefined) return undefined;
  if (bar === "card_not_active") return texts("shell").cardNotActive;
  return refusalText(bar, language, suspensionValues(until));
}
