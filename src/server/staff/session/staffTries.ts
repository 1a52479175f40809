import { createHmac } from "node:crypto";
import type { App } from "#server/app.ts";
import { type LoginTry, reserveLoginTry } from "#server/auth/loginTries.ts";
import { Refusal } from "#server/refusal.ts";

/**
 * Under which the tries of a username of the staff are counted, from wherever they come: password, code
 * and enrolment share them. People type passwords into the wrong box, so what was typed is kept as an HMAC.
 */
export function staffTry(app: App, username: string, source: string): LoginTry {
  const hidden = createHmac("sha256", app.secrets.decoyKey).update(username).digest("base64url");
  return { key: `staff:${hidden}`, source };
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
