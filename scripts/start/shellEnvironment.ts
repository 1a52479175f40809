import { settingNames } from "#server/platform/config/config.ts";

/** Where a real bank's backups are; the nightly restore's environment has them too. */
const OF_BACKUPS = /^(PGBACKREST_|RESTORE_DIR$|MONITOR_FILE$)/;

/**
 * The shell's environment without anything that says which bank it is: for whatever starts a bank of its own
 * (drills, benches, tests). Runbooks export a real one's database, keys, heads and gateway, and none of those is
 * for a demo. Left out, not emptied: an empty SECRETS_FILE would hide the bank's own.
 */
export function shellWithoutBank(environment: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const dropped = new Set(settingNames);
  return Object.fromEntries(
    Object.entries(environment).filter(
      ([name]) => !dropped.has(name) && name !== "SANDBOX_PORT" && !OF_BACKUPS.test(name),
    ),
  );
}
