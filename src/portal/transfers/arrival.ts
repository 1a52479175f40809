import { addDays, manilaDate } from "#common/manila.ts";
import type { TransferTexts } from "#portal/texts/en/transfer.ts";
import { formatDate } from "#ui/DateText.tsx";

/**
 * 'By 2:00 PM today', 'By 2:00 PM tomorrow', 'By 2:00 PM, Mon, Nov 23': Manila's clock and days. 'Expected by …'
 * where the day may still be proclaimed a holiday.
 */
export function arrivalText(
  { at: creditBy, isConfirmed }: { at: Date; isConfirmed: boolean },
  now: Date,
  { arrival }: Pick<TransferTexts, "arrival">,
  language: string,
): string {
  const time = formatDate(creditBy, "time", language);
  const day = manilaDate(creditBy);
  const by =
    day === manilaDate(now)
      ? arrival.today(time)
      : day === addDays(manilaDate(now), 1)
        ? arrival.tomorrow(time)
        : arrival.onDay(time, weekday(creditBy, language));
  return isConfirmed ? by : arrival.expected(by);
}

const weekday = (at: Date, language: string) =>
  new Intl.DateTimeFormat(language === "fil" ? "fil-PH" : "en-US", {
    weekday: "short",
    month: "short",
    day: "numeric",
    timeZone: "Asia/Manila",
  }).format(at);
