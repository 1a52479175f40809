import { refusalText } from "#contract/refusals.ts";
import { texts, useLanguage } from "#portal/texts/texts.ts";
import type { CardBar } from "./cardStanding.ts";

/** Gives why a card does not allow something, and what helps, in the language of the page. */
export function useBarText(): (bar: CardBar) => string {
  const language = useLanguage();
  return (bar) =>
    bar === "card_not_active" ? texts("shell").cardNotActive : refusalText(bar, language);
}
