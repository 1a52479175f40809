import path from "node:path";
import { parseArgs } from "node:util";
import { lineOf } from "#server/platform/audit/findings.ts";
import { headDirs } from "#server/platform/audit/headFiles.ts";
import { verifyTrail } from "#server/platform/audit/verifyTrail.ts";
import { makeClock } from "#server/platform/base/clock.ts";
import { openDb, openPool } from "#server/db/db.ts";
import { readSecrets } from "#server/platform/secrets/secrets.ts";
import { readArguments } from "./start/readArguments.ts";
import { readOnlyUrl } from "./start/readOnlyUrl.ts";

// Verifies the chains of audit and ledger against their keys and the heads kept outside: prints each
// finding as a line and exits 1, or one line that says they hold. DATABASE_URL names the database (any
// role that may read); without it, the one that runs under DATA_DIR. SECRETS_FILE, AUDIT_HEAD_DIR
// and CLOCK_FILE as for the bank itself (docs/audit.md).

const USAGE = `npm run audit:verify

DATABASE_URL, DATA_DIR, SECRETS_FILE and AUDIT_HEAD_DIR as for the bank. 0: the trail holds; 1: it does not.`;
readArguments(USAGE, () => parseArgs());

const { DATA_DIR, DATABASE_URL, SECRETS_FILE, AUDIT_HEAD_DIR, CLOCK_FILE } = process.env;
const dataDir = DATA_DIR || ".data";
const url = DATABASE_URL || (await readOnlyUrl(dataDir));
if (url === undefined) {
  console.error("No database: set DATABASE_URL, or start the bank first.");
  process.exit(2);
}
const secrets = readSecrets(SECRETS_FILE || path.join(dataDir, "secrets.json"));
const folders = headDirs({ DATA_DIR: dataDir, AUDIT_HEAD_DIR: AUDIT_HEAD_DIR || undefined });
const db = openDb(openPool(url, 1));
try {
  let findings = 0;
  const kept = { secrets, folders, now: makeClock(CLOCK_FILE || undefined)() };
  const { ends, waiting } = await verifyTrail(db, kept, (finding) => {
    findings += 1;
    console.log(lineOf(finding));
  });
  if (findings > 0) process.exitCode = 1;
  const events = `${ends.audit.rows} events up to seal ${ends.audit.position}`;
  const entries = `${ends.ledger.rows} entries up to seal ${ends.ledger.position}`;
  const verdict = findings === 0 ? "The trail holds" : `${findings} findings`;
  console.log(`${verdict}: ${events}, ${entries}; ${waiting} new rows wait for their seal.`);
} finally {
  await db.destroy();
}
