import { manilaDate } from "#common/manila.ts";
import type { ProofLine, ReconciliationProof } from "#contract/staff/reconciliation.ts";
import type { App } from "#server/app.ts";
import { audit } from "#server/audit.ts";
import { transact } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { proveBooks } from "./proveBooks.ts";
import { proveIssuerBalances } from "./proveIssuerBalances.ts";
import { provePosition } from "./provePosition.ts";
import type { AskedBy } from "./reconcileDay.ts";

/**
 * Holds what must agree against each other and keeps the figures for ever: card balances and their control
 * account, the two ends of the bridge between the books, what is in transit, our positions with the rails
 * by their files of the day, and the issuer's balance of every card account. Asks the issuer once for each
 * account, so it is no call for a busy hour. Refuses settlement_day_ahead.
 */
export async function prove(app: App, day: string, by: AskedBy): Promise<ReconciliationProof> {
  if (day > manilaDate(app.now())) throw new Refusal("settlement_day_ahead");
  return proveWith(app, { day, issuer: await proveIssuerBalances(app) }, by);
}

/** The same with what a look at the issuer's accounts has just found, which is a matter of no day. */
export async function proveWith(
  app: App,
  { day, issuer }: { day: string; issuer: ProofLine },
  by: AskedBy,
): Promise<ReconciliationProof> {
  // Before anything is read: of a file that comes meanwhile it is not known whether it was seen.
  const runIds = await runIdsOf(app, day);
  const lines: ProofLine[] = [
    ...(await proveBooks(app)),
    await provePosition(app, "instapay", day),
    await provePosition(app, "pesonet", day),
    issuer,
  ];
  return keep(app, { day, runIds, lines }, by);
}

async function keep(
  app: App,
  { day, runIds, lines }: { day: string; runIds: bigint[]; lines: ProofLine[] },
  by: AskedBy,
): Promise<ReconciliationProof> {
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
  return { id: String(id), day, at: at.toISOString(), madeBy: by.name, isRight, lines };
}

/** The files of a day that count. */
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

/** A line as it is kept: centavos as text, which JSON does not round. */
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

/** The lines of a kept proof. */
export function readStored(lines: unknown): ProofLine[] {
  // Written by prove() alone, and never changed.
  return (lines as StoredLine[]).map((line) => ({
    ...line,
    ours: BigInt(line.ours),
    theirs: line.theirs === null ? null : BigInt(line.theirs),
    explained: BigInt(line.explained),
  }));
}
