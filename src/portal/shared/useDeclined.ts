import { addDays, manilaDate } from "#common/manila.ts";
import type { Notification } from "#contract/notifications.ts";
import { serverDate } from "#client/clock.ts";
import { notificationsRead } from "#portal/api/reads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { useQuery } from "@tanstack/react-query";

const DAYS_BEFORE = 29;

/**
 * Purchases and withdrawals with the card that were declined in the last 30 days, newest first. No money moved, so
 * the history of the card does not have them.
 */
export function useDeclined(): Notification[] {
  const { data = [] } = useQuery(notificationsRead(useGuid()));
  const since = addDays(manilaDate(serverDate()), -DAYS_BEFORE);
  return data.filter(({ declined, date }) => declined === 1 && manilaDate(new Date(date)) >= since);
}
