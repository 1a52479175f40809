import { noteActivity } from "#server/platform/activity/noteActivity.ts";
import { guessedName } from "#contract/deviceName.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { forgetDevices } from "#server/domains/access/auth/devices.ts";
import { endSessionsOf, forgetBrowser } from "#server/domains/access/auth/endSessions.ts";
import { holdMember } from "#server/domains/members/holdMember.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { pokeRelay } from "#server/platform/jobs/pokeRelay.ts";
import { tellMember } from "#server/platform/notifications/tellMember.ts";
import { Refusal } from "#server/refusal.ts";

/** What the caller does to one of their devices, whose member row is held since `at`. */
type DeviceChange = { caller: Caller; deviceId: string; ownDevice: string; at: Date };

/** Gives one of the caller's known devices a name; "" restores what it said of itself. */
export async function renameDevice(
  app: App,
  caller: Caller,
  { deviceId, name }: { deviceId: string; name: string },
): Promise<void> {
  await change(app, caller, deviceId, async (tx, deed) => {
    await tx
      .updateTable("device")
      .set({ name: name === "" ? null : name })
      .where("id", "=", deviceId)
      .execute();
    await note(tx, "device_renamed", deed);
  });
}

/** Ends the sessions of one of the caller's devices, which stays known. */
export function signOutDevice(
  app: App,
  caller: Caller,
  deviceId: string,
): Promise<{ isThisSignedOut: boolean }> {
  return change(app, caller, deviceId, async (tx, deed) => {
    const { at, ownDevice } = deed;
    const isThis = deviceId === ownDevice;
    const reason = isThis ? "logout" : "revoked";
    await endSessionsOf(tx, {
      memberId: caller.memberId,
      at,
      reason,
      onlyDevice: deviceId,
    });
    await note(tx, "device_signed_out", deed);
    return { isThisSignedOut: isThis };
  });
}

/**
 * Forgets one of the caller's devices and ends its sessions. The member is told, also by text: whoever sits at
 * a stolen session may do so too. Forgetting the device that asks signs it out.
 */
export async function forgetDevice(
  app: App,
  caller: Caller,
  deviceId: string,
): Promise<{ isThisSignedOut: boolean }> {
  const done = await change(app, caller, deviceId, async (tx, deed, device) => {
    const { memberId } = caller;
    const isThis = deviceId === deed.ownDevice;
    if (device.forgotten_at !== null) return { isThisSignedOut: false };
    const reason = isThis ? "logout" : "revoked";
    await forgetBrowser(tx, { memberId, deviceId, at: deed.at, reason });
    await note(tx, "device_forgotten", deed);
    // What the member calls it stays in the portal: a text carries our words alone.
    const values = { device: guessedName(device, "en"), deviceFil: guessedName(device, "fil") };
    await tellMember(tx, app, { memberId, notice: "device_forgotten", values });
    return { isThisSignedOut: isThis };
  });
  pokeRelay(app);
  return done;
}

/**
 * Leaves the caller's browser as the only one that is signed in and the only one that is known, and voids the codes
 * of sign-ins that wait elsewhere. Answers how many devices were forgotten.
 */
export async function signOutElsewhere(app: App, caller: Caller): Promise<{ forgotten: number }> {
  const done = await transact(app.db, async (tx) => {
    const { memberId } = caller;
    const at = await holdMember(tx, app, memberId);
    const ownDevice = await presentDevice(tx, caller);
    await endSessionsOf(tx, { memberId, at, reason: "revoked", butDevice: ownDevice });
    const forgotten = await forgetDevices(tx, { memberId, at, butDevice: ownDevice });
    await tx
      .updateTable("otp_challenge")
      .set({ closed_at: at })
      .where("member_id", "=", memberId)
      .where("purpose", "=", "login")
      .where("closed_at", "is", null)
      .execute();
    await audit(tx, {
      at,
      actorKind: "member",
      actor: caller.memberGuid,
      action: "signed_out_elsewhere",
      object: `member:${caller.memberGuid}`,
      correlationId: caller.correlationId,
      detail: { devices: forgotten },
    });
    const from = { sessionId: caller.sessionId };
    await noteActivity(tx, { memberId, at, kind: "signed_out_elsewhere", doer: "member", from });
    await tellMember(tx, app, { memberId, notice: "signed_out_elsewhere" });
    return { forgotten };
  });
  pokeRelay(app);
  return done;
}

/** Holds the member, and refuses a device that is not theirs and a caller whose session ended meanwhile. */
function change<Result>(
  app: App,
  caller: Caller,
  deviceId: string,
  deed: (
    tx: Tx,
    of: DeviceChange,
    device: { browser: string; system: string; forgotten_at: Date | null },
  ) => Promise<Result>,
): Promise<Result> {
  return transact(app.db, async (tx) => {
    const at = await holdMember(tx, app, caller.memberId);
    const ownDevice = await presentDevice(tx, caller);
    const device = await tx
      .selectFrom("device")
      .select(["browser", "system", "forgotten_at"])
      .where("id", "=", deviceId)
      .where("member_id", "=", caller.memberId)
      .executeTakeFirst();
    if (device === undefined) throw new Refusal("not_found");
    return deed(tx, { caller, deviceId, ownDevice, at }, device);
  });
}

/** The device that calls. Once the member is held, a session that was ended elsewhere does nothing any more. */
async function presentDevice(tx: Tx, { sessionId }: Caller): Promise<string> {
  const session = await tx
    .selectFrom("session")
    .select("device_id")
    .where("id", "=", sessionId)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  if (session === undefined) throw new Refusal("session_expired");
  return session.device_id;
}

async function note(
  tx: Tx,
  action: "device_renamed" | "device_signed_out" | "device_forgotten",
  { caller, deviceId, at }: DeviceChange,
): Promise<void> {
  const { memberId, sessionId } = caller;
  await noteActivity(tx, { memberId, at, kind: action, doer: "member", from: { sessionId } });
  await audit(tx, {
    at,
    actorKind: "member",
    actor: caller.memberGuid,
    action,
    object: `member:${caller.memberGuid}`,
    correlationId: caller.correlationId,
    detail: { device: deviceId.slice(0, 8) },
  });
}
