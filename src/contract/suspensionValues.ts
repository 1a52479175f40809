import type { RefusalValues } from "./refusalValues.ts";
import type { Language } from "./refusals.ts";

/** When a suspended card works again, as a sentence in both languages; `moment` is written for a member. */
export const usableFrom = (moment: string): Record<Language, string> => ({
  en: `It can be used again from ${moment}.`,
  fil: `Magagamit ulit ito mula ${moment}.`,
});

/** The values of card_suspended; no moment where the end is not known. `momentFil` is what Filipino says of it. */
export function suspensionValues(moment: string | undefined, momentFil = moment): RefusalValues {
  if (moment === undefined || momentFil === undefined) return { again: "" };
  return { again: { en: ` ${usableFrom(moment).en}`, fil: ` ${usableFrom(momentFil).fil}` } };
}
