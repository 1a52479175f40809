import type { CardDetails } from "#contract/members.ts";
import { useLanguage } from "#portal/texts/texts.ts";
import { formatDate } from "#ui/DateText.tsx";

/** What a link to the page of the CVV brings along where the new one is to be looked at. */
export const SHOW_CVV = { show: true } as const;

const DAY_MS = 24 * 60 * 60 * 1000;

/** From when on there can be another CVV, as a member reads it; undefined when that is now. */
export function useCvvDayEnd(
  details: Pick<CardDetails, "cvvDailyLimitReached" | "dateCvvChanged"> | undefined,
): string | undefined {
  const language = useLanguage();
  const changed = details?.dateCvvChanged ?? null;
  if (details?.cvvDailyLimitReached !== 1 || changed === null) return undefined;
  return formatDate(new Date(Date.parse(changed) + DAY_MS), "dayTime", language);
}
