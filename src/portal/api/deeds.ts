import { refreshSession } from "#contract/auth.ts";
import { readNotifications } from "#contract/notifications.ts";
import type { checkPush } from "#contract/push.ts";
import { browserNow } from "#ui/clock.ts";

/** By its name alone: the login does not load what is about pushing. */
const CHECK_PUSH: (typeof checkPush)["name"] = "checkPush";
/** What the page does by itself. */
const BY_ITSELF: readonly string[] = [refreshSession.name, readNotifications.name, CHECK_PUSH];
/** So long after a deed what the server tells is about that deed: a transfer is answered within seconds. */
const FRESH_MS = 10_000;

let lastDeedAt = -Infinity;

/** The member has something done in this tab. */
export function noteDeed(name: string): void {
  if (!BY_ITSELF.includes(name)) lastDeedAt = browserNow();
}

/** Whether the member did something in this tab a moment ago. */
export const hasJustActed = (): boolean => browserNow() - lastDeedAt < FRESH_MS;
