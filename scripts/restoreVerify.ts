import { accessSync, chmodSync, constants, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { monitorLines, writeMonitorFile } from "./restore/monitorLines.ts";
import { endRunning, findPrograms } from "./restore/programs.ts";
import { bankAddress } from "./restore/bankAddress.ts";
import { verifyRestore } from "./restore/verifyRestore.ts";
import { explain, problem } from "./start/problem.ts";
import { readArguments } from "./start/readArguments.ts";

/*
 * npm run restore:verify: restores the newest backup into a cluster of its own, checks it and throws it away.
 * Ends with 0 when all is right, 1 when a part is not, 2 when it could not begin (docs/runbooks/restore.md).
 */

const USAGE = `npm run restore:verify

PGBACKREST_CONFIG, PGBACKREST_STANZA and RESTORE_DIR say what is restored and where, MONITOR_FILE where the figures go.
0: all is right; 1: a part is not; 2: it could not begin.`;
readArguments(USAGE, () => parseArgs());

const {
  DATABASE_URL,
  DATA_DIR,
  SECRETS_FILE,
  AUDIT_HEAD_DIR,
  PGBACKREST_CONFIG,
  PGBACKREST_STANZA,
  RESTORE_DIR,
  MONITOR_FILE,
} = process.env;
const dataDir = DATA_DIR || ".data";
const parent = RESTORE_DIR || tmpdir();
const config = PGBACKREST_CONFIG || "/etc/pgbackrest/pgbackrest.conf";
let folder: string | undefined;

for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, endRunning);
const startedAt = performance.now();
try {
  assertReadable(config);
  const programs = findPrograms();
  folder = mkdtempSync(path.join(parent, "restore-"));
  // The server runs as another user and must get through to its own folder.
  chmodSync(folder, 0o711);
  const { isRight, info } = await verifyRestore({
    repository: {
      programs,
      config,
      stanza: PGBACKREST_STANZA || "bank",
    },
    folder,
    ...bankAddress(DATABASE_URL || undefined),
    secretsFile: path.resolve(SECRETS_FILE || path.join(dataDir, "secrets.json")),
    headsFolder: AUDIT_HEAD_DIR || path.join(dataDir, "audit-heads"),
    tell: console.log,
  });
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const backupAt = info?.backups.at(-1)?.endedAt;
  if (MONITOR_FILE) {
    const restore = { isRight, endedAt: new Date(), seconds, backupAt };
    writeMonitorFile(MONITOR_FILE, (before) => monitorLines(restore, before));
  }
  console.log(
    `${isRight ? "The backup can be restored" : "The backup is NOT proven"}: ${seconds} s.`,
  );
  process.exitCode = isRight ? 0 : 1;
} catch (error) {
  console.error(explain(error));
  process.exitCode = 2;
} finally {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}

/** Without its settings pgBackRest finds nothing wrong and nothing right: no word about any backup. */
function assertReadable(file: string): void {
  try {
    accessSync(file, constants.R_OK);
  } catch {
    throw problem(
      `There are no settings of pgBackRest that can be read at ${file}.`,
      "PGBACKREST_CONFIG names another file (docs/runbooks/restore.md).",
    );
  }
}
