import type { Notification } from "#contract/notifications.ts";
import { isTransferReference } from "#contract/transferReference.ts";

/**
 * A use of the card that the member's own lock, switch or limit stopped: the member can let it through. After a wrong
 * PIN, the way to a new one; for money that the card had not, the way to more. What became of a reported card stands
 * among its settings, and so does until when it is suspended.
 */
const LEADS_TO: Record<string, Notification["leadsTo"]> = {
  card_declined_funds: "top_up",
  card_declined_locked: "card_settings",
  card_declined_suspended: "card_settings",
  card_declined_deactivated: "card_settings",
  card_declined_store: "card_settings",
  card_declined_online: "card_settings",
  card_declined_cash: "card_settings",
  card_declined_abroad: "card_settings",
  card_declined_limit: "card_settings",
  card_declined_cvv: "card_settings",
  card_declined_pin: "forgotten_pin",
  card_stop_refused: "card_settings",
  card_stopped: "card_settings",
};

/** Where a notice leads: to the screen by its kind, or to the transfer that it names. */
export function leadsTo(
  kind: string,
  { refNo = "" }: Readonly<Record<string, string>>,
): Pick<Notification, "leadsTo" | "refNo"> {
  if (isTransferReference(refNo)) return { leadsTo: "transfer", refNo };
  return { leadsTo: LEADS_TO[kind] ?? null, refNo: null };
}
