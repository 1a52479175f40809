import { createHmac } from "node:crypto";
import type { App } from "#server/platform/app.ts";
import { repeatRaces } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";

/** Who is tried, and from where; a known device is not counted for its address. */
export type LoginTry = { key: string; source: string | undefined };

/**
 * The key under which failures are counted: the known device's own, else the username's. People type
 * passwords into the wrong box, so a username that may be nobody's is kept as an HMAC.
 */
export function loginTryKey(app: App, usernameKey: string, deviceId: string | undefined): string {
  if (deviceId) return `device:${deviceId}`;
  return `name:${createHmac("sha256", app.secrets.decoyKey).update(usernameKey).digest("base64url")}`;
}

/** Takes one try, in one statement, before anything is hashed. Refuses when none is left. */
export async function reserveLoginTry(
  app: App,
  { key, source }: LoginTry,
): Promise<{ triesLeft: number }> {
  const { rows } = await repeatRaces(() =>
    app.pool.query<{
      verdict: "ok" | "login_suspended" | "recovery_needed" | "too_many_requests";
      retry_seconds: number | null;
      tries_left: number | null;
    }>({
      name: "reserve_login_try",
      text: "select verdict, retry_seconds, tries_left from reserve_login_try($1, $2, $3)",
      values: [key, source, app.now()],
    }),
  );
  const taken = rows[0];
  if (taken?.verdict === "ok") return { triesLeft: taken.tries_left ?? 0 };
  throw new Refusal(taken?.verdict ?? "unavailable", {
    ...(taken?.retry_seconds && { retryAfterSeconds: taken.retry_seconds }),
  });
}

/** The password was right: earlier failures no longer count. */
export async function forgetLoginTries(app: App, { key, source }: LoginTry): Promise<void> {
  await repeatRaces(() =>
    app.pool.query({
      name: "forget_login_tries",
      text: "select forget_login_tries($1, $2)",
      values: [key, source],
    }),
  );
}
