import { readFileSync } from "node:fs";
import os from "node:os";
import * as z from "zod/mini";
import type { App } from "./app.ts";
import { heldKeys } from "./secrets/heldKeys.ts";

const SIGN_EVERY_MS = 10_000;

const packageFile = z.object({ version: z.string() });

/** The version of this program. */
export const version = packageFile.parse(
  JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")),
).version;

/**
 * Says every few seconds that this process runs, and with which keys, for the health screen and for who
 * exchanges keys. A lost database only makes it
 * silent. `stop` takes the sign away.
 */
export function signProcess(app: App, name: "api" | "worker"): { stop: () => Promise<void> } {
  const id = app.random.uuid();
  const startedAt = app.now();
  const keyIds = heldKeys(app.secrets);
  const sign = async () => {
    const at = app.now();
    await app.db
      .insertInto("process_sign")
      .values({
        id,
        name,
        pid: process.pid,
        host: os.hostname(),
        version,
        started_at: startedAt,
        seen_at: at,
        key_ids: keyIds,
      })
      .onConflict((conflict) => conflict.column("id").doUpdateSet({ seen_at: at }))
      .execute();
  };
  let last = Promise.resolve();
  const signOnce = () => {
    last = sign().catch((error: unknown) =>
      app.log.debug({ err: error }, "this process could not give a sign"),
    );
  };
  signOnce();
  const timer = setInterval(signOnce, SIGN_EVERY_MS);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await last;
      await app.db
        .deleteFrom("process_sign")
        .where("id", "=", id)
        .execute()
        .catch(() => undefined);
    },
  };
}
