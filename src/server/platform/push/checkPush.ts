import type { App, Caller } from "#server/platform/app.ts";
import { presentPushKey } from "#server/platform/gateways/push/pushKeys.ts";
import { lastSubscription, thisDevice, WENT_BY_ITSELF } from "./thisDevice.ts";

/**
 * Whether notices are pushed to the caller's browser, which names its address at its push service. Whoever was
 * pushed to there before is pushed to no more: the browser is in other hands now. 'renew' where it was on and its
 * address or our key is another one.
 */
export async function checkPush(
  app: App,
  caller: Caller,
  endpoint: string | null,
): Promise<"on" | "off" | "renew"> {
  // What only looks like an address was subscribed by nobody.
  const address = endpoint !== null && URL.canParse(endpoint) ? new URL(endpoint).href : null;
  if (address !== null) {
    await app.db
      .updateTable("push_subscription")
      .set({ ended_at: app.now(), end_reason: "moved" })
      .where("endpoint", "=", address)
      .where("member_id", "!=", caller.memberId)
      .where("ended_at", "is", null)
      .execute();
  }
  const last = await lastSubscription(app.db, await thisDevice(app.db, caller));
  if (last === undefined) return "off";
  if (last.ended_at !== null) return WENT_BY_ITSELF.has(last.end_reason) ? "renew" : "off";
  const isAsItWas =
    address !== null && last.endpoint === address && last.key_id === presentPushKey(app.secrets).id;
  return isAsItWas ? "on" : "renew";
}
