import { sql } from "kysely";
import type * as z from "zod/mini";
import type { getAuditChain } from "#contract/staff/audit.ts";
import type { App } from "#server/platform/app.ts";
import { type Stream, STREAMS } from "#server/platform/audit/streams.ts";

type Chain = z.output<typeof getAuditChain.result>;

/** How far both chains are sealed and signed, and what the last verification found. */
export async function readAuditChain(app: App): Promise<Chain> {
  const verification = await app.db
    .selectFrom("seal_verification")
    .select(["finished_at", "findings", "named"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  const [audit, ledger] = await Promise.all(STREAMS.map((stream) => readEnd(app, stream)));
  if (audit === undefined || ledger === undefined) throw new Error("there are two chains");
  return {
    audit,
    ledger,
    verification:
      verification === undefined
        ? null
        : {
            at: verification.finished_at.toISOString(),
            findings: verification.findings,
            // Written by watchTrail(): a list of lines.
            named: verification.named as string[],
          },
  };
}

async function readEnd(app: App, stream: Stream): Promise<Chain["audit"]> {
  const { rows } = await sql<{ position: bigint; sealed_at: Date; is_mark: boolean }>`
    (select position, sealed_at, false as is_mark
      from ${stream.seals} order by position desc limit 1)
    union all
    (select position, sealed_at, true
      from ${stream.seals} where row_id is null order by position desc limit 1)`.execute(app.db);
  const end = rows.find(({ is_mark: isMark }) => !isMark);
  const mark = rows.find(({ is_mark: isMark }) => isMark);
  return {
    position: (end?.position ?? 0n).toString(),
    sealedAt: end?.sealed_at.toISOString() ?? null,
    signed: mark ? { position: mark.position.toString(), at: mark.sealed_at.toISOString() } : null,
  };
}
