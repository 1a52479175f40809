import type { ProofLine } from "#contract/staff/reconciliation.ts";
import { RAIL_NAMES } from "#contract/transferKinds.ts";
import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { proveBooks } from "./proveBooks.ts";
import { provePosition } from "./provePosition.ts";
import type { RequestedBy } from "./ofDay.ts";

type Wanted = {
  day: string;
  /** The result of comparing the issuer's accounts just now; it belongs to no day (proveIssuerBalances). */
  issuer: ProofLine;
  /** The requested proof that this one answers (asked_proof). */
  askedId?: bigint;
};

/**
 * Compares the figures that must agree and stores them for good: card balances and their control account, the
 * two ends of the bridge between the books, transit accounts, our positions with the rails by their files of
 * the day, and the issuer's balance of every card account. Throws when the requested proof has been made or
 * given up already.
 */
export async function prove(
  app: App,
  { day, issuer, askedId }: Wanted,
  by: RequestedBy,
): Promise<void> {
  // Read first: it is not known whether a file that arrives meanwhile was seen.
  const runIds = await runIdsOf(app, day);
  const positions: ProofLine[] = [];
  for (const rail of RAIL_NAMES) positions.push(await provePosition(app, rail, day));
  const lines: ProofLine[] = [...(await proveBooks(app)), ...positions, issuer];
  await keep(app, { day, runIds, lines, askedId }, by);
}

type Kept = { day: string; runIds: bigint[]; lines: ProofLine[]; askedId: bigint | undefined };

async function keep(
  app: App,
  { day, runIds, lines, askedId }: Kept,
  by: RequestedBy,
): Promise<void> {
  const at = app.now();
  const isRight = lines.every((line) => line.isRight);
  const { id } = await transact(app.db, async (tx) => {
    const made = await tx
      .insertInto("reconciliation_proof")
      .values({
        day,
        at,
        made_by: by.name,
        is_right: isRight,
        run_ids: runIds,
        lines: JSON.stringify(lines.map(toStored)),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    if (askedId !== undefined) await endWait(tx, askedId, made.id);
    await audit(tx, {
      at,
      actorKind: by.kind,
      actor: by.name,
      action: "prove_balances",
      object: `proof:${made.id}`,
      correlationId: by.correlationId,
      detail: { day, isRight },
    });
    return made;
  });
  if (!isRight) app.log.error({ day, proof: String(id) }, "books and partners do not agree");
}

async function endWait(tx: Tx, askedId: bigint, proofId: bigint): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable("asked_proof")
    .set({ proof_id: proofId })
    .where("id", "=", askedId)
    .where("proof_id", "is", null)
    .where("given_up_at", "is", null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) throw new Error(`nobody waits for proof ${askedId} any more`);
}

/** The files that count for a day. */
async function runIdsOf(app: App, day: string): Promise<bigint[]> {
  const runs = await app.db
    .selectFrom("reconciliation_run")
    .select("id")
    .where("day", "=", day)
    .where("replaced_at", "is", null)
    .orderBy("id")
    .execute();
  return runs.map(({ id }) => id);
}

/** A line as it is stored: centavos as text, which JSON does not round. */
type StoredLine = Omit<ProofLine, "ours" | "theirs" | "explained"> & {
  ours: string;
  theirs: string | null;
  explained: string;
};

const toStored = (line: ProofLine): StoredLine => ({
  ...line,
  ours: String(line.ours),
  theirs: line.theirs === null ? null : String(line.theirs),
  explained: String(line.explained),
});

/** The lines of a stored proof. */
export function readStored(lines: unknown): ProofLine[] {
  // Written by prove() alone, and never changed.
  return (lines as StoredLine[]).map((line) => ({
    ...line,
    ours: BigInt(line.ours),
    theirs: line.theirs === null ? null : BigInt(line.theirs),
    explained: BigInt(line.explained),
  }));
}
