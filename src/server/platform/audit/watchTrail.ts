import { sql } from "kysely";
import type { App } from "#server/platform/app.ts";
import { type Finding, lineOf } from "./findings.ts";
import { headDirs } from "./headFiles.ts";
import { sealTrail } from "./sealTrail.ts";
import { verifyTrail } from "./verifyTrail.ts";

/** Findings that are kept by name; there may be more. */
const NAMED = 100;
const EVERY_MS = 86_400_000;

/**
 * Verifies the chains of audit and ledger once a day, and keeps what came of it. A finding is an error
 * in the log, with its row, and a metric.
 */
export async function watchTrail(app: App): Promise<void> {
  const at = app.now();
  const { rows } = await sql<{ at: Date | null }>`
    select max(at) as at from seal_verification`.execute(app.db);
  const last = rows[0]?.at;
  if (last && at.getTime() - last.getTime() < EVERY_MS) return;

  // Its heads are written when this ends: a chain that has just begun is not taken for one without.
  await sealTrail(app, "hourly", "wait");
  const named: string[] = [];
  let findings = 0;
  const report = (finding: Finding) => {
    findings += 1;
    if (named.length < NAMED) named.push(lineOf(finding));
  };
  const kept = { secrets: app.secrets, folders: headDirs(app.config), now: app.now() };
  const { ends } = await verifyTrail(app.db, kept, report);
  app.metrics.trailFindings.set(findings);
  if (findings > 0) app.log.error({ findings, named }, "the audit trail does not hold");
  await app.db
    .insertInto("seal_verification")
    .values({
      at,
      finished_at: app.now(),
      audit_position: ends.audit.position,
      ledger_position: ends.ledger.position,
      findings,
      named: JSON.stringify(named),
    })
    .execute();
}
