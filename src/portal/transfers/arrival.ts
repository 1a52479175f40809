import { addDays, manilaDate } from "#common/manila.ts";
import type { TransferTexts } from "#portal/texts/en/transfer.ts";
import { formatDate } from "#ui/DateText.tsx";

/** 'By 2:00 PM today', 'By 2:00 PM tomorrow', 'By 2:00 PM, Mon, Nov 23': Manila's clock and days. */
export function arrivalText(
  creditBy: Date,
  now: Date,
  { arrival }: Pick<TransferTexts, "arrival">,
  language: string,
): string {
  const time = formatDate(creditBy, "time", language);
  const day = manilaDate(creditBy);
  if (day === manilaDate(now)) return arrival.today(time);
  if (day === addDays(manilaDate(now), 1)) return arrival.tomorrow(time);
  return arrival.onDay(time, weekday(creditBy, language));
}

const weekday = (at: Date, language: string) =>
  new Intl.DateTimeFormat(language === "fil" ? "fil-PH" : "en-US", {
    weekday: "short",
    month: "short",
    day: "numeric",
    timeZone: "Asia/Manila",
  }).format(at);
