import { createECDH } from "node:crypto";
import { guessedName } from "#contract/deviceName.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { noteActivity } from "#server/platform/activity/noteActivity.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { requireWithin } from "#server/platform/base/throttle.ts";
import { pokeRelay } from "#server/platform/jobs/pokeRelay.ts";
import { tellMember } from "#server/platform/notifications/tellMember.ts";
import { Refusal } from "#server/refusal.ts";
import { presentPushKey } from "#server/platform/gateways/push/pushKeys.ts";
import { isPushService } from "#server/platform/gateways/push/pushServices.ts";
import { lastSubscription, thisDevice, WENT_BY_ITSELF } from "./thisDevice.ts";

/** Each may be a text message, and is a row of the trail. */
const A_DAY = 20;
const HOUR_MS = 60 * 60 * 1000;

type Subscription = { endpoint: string; p256dh: string; auth: string };

/**
 * Pushes the caller's notices to this browser from now on, and to nobody else's who used it before. It may stand
 * for texts only after the pause, and a new one is told by text: whoever stole a session must not have what they
 * spend told to themselves. So is any other address or key in the place of what the browser had, as nobody can tell
 * whose it is; only the very same goes on as it was. Each is a row of the trail and of the member's activity.
 * Refuses push_not_taken for an address that no push service of ours has, or a key that is none.
 */
export async function subscribePush(
  app: App,
  caller: Caller,
  { endpoint, p256dh, auth }: Subscription,
): Promise<void> {
  if (!isPushService(app.config, endpoint) || !isKey(p256dh)) throw new Refusal("push_not_taken");
  const { memberId } = caller;
  await transact(app.db, async (tx) => {
    await tx
      .selectFrom("member")
      .select("id")
      .where("id", "=", memberId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    const at = app.now();
    const deviceId = await thisDevice(tx, caller);
    const budget = { scope: "push_subscriptions", key: String(memberId), limit: A_DAY };
    await requireWithin(tx, { ...budget, window: "1 day", at });
    const last = await lastSubscription(tx, deviceId);
    const address = new URL(endpoint).href;
    const keys = { p256dh: Buffer.from(p256dh, "base64url"), auth: Buffer.from(auth, "base64url") };
    const isSame =
      last !== undefined &&
      (last.ended_at === null || WENT_BY_ITSELF.has(last.end_reason)) &&
      last.endpoint === address &&
      last.p256dh.equals(keys.p256dh) &&
      last.auth.equals(keys.auth);
    await endFormer(tx, { deviceId, address, memberId, at });
    const soonest = new Date(at.getTime() + app.config.PAUSE_HOURS * HOUR_MS);
    await tx
      .insertInto("push_subscription")
      .values({
        id: app.random.uuid(),
        member_id: memberId,
        device_id: deviceId,
        endpoint: address,
        ...keys,
        key_id: presentPushKey(app.secrets).id,
        created_at: at,
        instead_of_text_from: isSame ? last.instead_of_text_from : soonest,
      })
      .execute();
    await recordIt(tx, caller, { at, deviceId });
    if (!isSame) await tellOfIt(tx, app, { memberId, deviceId });
  });
  pokeRelay(app);
}

/** One a browser: what it had before, and what anybody had at the same address. */
async function endFormer(
  tx: Tx,
  of: { deviceId: string; address: string; memberId: bigint; at: Date },
): Promise<void> {
  await tx
    .updateTable("push_subscription")
    .set((row) => ({
      ended_at: of.at,
      end_reason: row
        .case()
        .when("member_id", "=", of.memberId)
        .then("replaced")
        .else("moved")
        .end(),
    }))
    .where("ended_at", "is", null)
    .where((row) => row.or([row("device_id", "=", of.deviceId), row("endpoint", "=", of.address)]))
    .execute();
}

async function recordIt(
  tx: Tx,
  caller: Caller,
  { at, deviceId }: { at: Date; deviceId: string },
): Promise<void> {
  const { memberId } = caller;
  await audit(tx, {
    at,
    actorKind: "member",
    actor: caller.memberGuid,
    action: "push_turned_on",
    object: `member:${caller.memberGuid}`,
    correlationId: caller.correlationId,
    detail: { device: deviceId.slice(0, 8) },
  });
  const from = { sessionId: caller.sessionId };
  await noteActivity(tx, { memberId, at, kind: "push_turned_on", doer: "member", from });
}

async function tellOfIt(
  tx: Tx,
  app: App,
  { memberId, deviceId }: { memberId: bigint; deviceId: string },
): Promise<void> {
  const device = await tx
    .selectFrom("device")
    .select(["browser", "system"])
    .where("id", "=", deviceId)
    .executeTakeFirstOrThrow();
  const values = { device: guessedName(device, "en"), deviceFil: guessedName(device, "fil") };
  await tellMember(tx, app, { memberId, notice: "push_turned_on", values });
}

/** Whether these bytes are a point of the curve: with any other nothing could be encrypted. */
function isKey(p256dh: string): boolean {
  const own = createECDH("prime256v1");
  own.generateKeys();
  try {
    return own.computeSecret(p256dh, "base64url").length === 32;
  } catch {
    return false;
  }
}
