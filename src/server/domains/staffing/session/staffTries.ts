import { createHmac } from "node:crypto";
import type { App } from "#server/platform/app.ts";
import { type LoginTry, reserveLoginTry } from "#server/platform/passwords/loginTries.ts";
import type { Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";

/**
 * Under which sign-ins of a username of the staff are counted: the known browser's own key, which strangers
 * cannot use up, else the username's. Password and code share it.
 */
export function staffTry(
  app: App,
  { username, deviceId }: { username: string; deviceId: string | undefined },
  source: string,
): LoginTry {
  return deviceId
    ? { key: deviceKey(deviceId), source: undefined }
    : { key: `staff:${hidden(app, username)}`, source };
}

/** Enrolments have tries of their own, of any name, so that nobody learns which ones wait for one. */
export function enrolmentTry(app: App, username: string, source: string): LoginTry {
  return { key: `staff_enrolment:${hidden(app, username)}`, source };
}

/** So has the change of a password, which only somebody signed in can use up. */
export function passwordTry(staffId: bigint): LoginTry {
  return { key: passwordKey(staffId), source: undefined };
}

/** Gives all tries of an account back, wherever they were used up. */
export async function forgetStaffTries(
  tx: Tx,
  app: App,
  { id, username }: { id: bigint; username: string },
): Promise<void> {
  const devices = await tx
    .selectFrom("staff_device")
    .select("id")
    .where("staff_id", "=", id)
    .execute();
  await tx
    .deleteFrom("throttle")
    .where("scope", "in", ["login", "login_in_a_row"])
    .where("key", "in", [
      staffTry(app, { username, deviceId: undefined }, "").key,
      enrolmentTry(app, username, "").key,
      passwordKey(id),
      ...devices.map((device) => deviceKey(device.id)),
    ])
    .execute();
}

const deviceKey = (deviceId: string) => `staff_device:${deviceId}`;
const passwordKey = (staffId: bigint) => `staff_password:${staffId}`;

/** People type passwords into the wrong box, so what was typed is kept as an HMAC. */
function hidden(app: App, username: string): string {
  return createHmac("sha256", app.secrets.decoyKey).update(username).digest("base64url");
}

/** Takes one try before anything is looked at, as members' sign-ins do. Refuses when none is left. */
export async function takeStaffTry(app: App, loginTry: LoginTry): Promise<{ triesLeft: number }> {
  try {
    return await reserveLoginTry(app, loginTry);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, retryAfterSeconds } = error;
    const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
    if (code === "login_suspended") throw new Refusal("staff_login_suspended", wait);
    if (code === "recovery_needed") throw new Refusal("staff_access_locked");
    throw error;
  }
}

/** What a wrong try is answered with: `wrong` while tries are left, then that there are none. */
export function refusalFor(triesLeft: number, wrong: Refusal): Refusal {
  return triesLeft > 0 ? wrong : new Refusal("staff_login_suspended", { retryAfterSeconds: 900 });
}
