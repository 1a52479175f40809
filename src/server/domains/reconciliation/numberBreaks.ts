import { sql } from "kysely";
import { audit } from "#server/platform/audit/writeAudit.ts";
import type { Tx } from "#server/db/db.ts";
import type { Finding } from "./matchLines.ts";
import type { RequestedBy, OfDay } from "./ofDay.ts";

type Kept = {
  id: bigint;
  kind: string;
  reference: string;
  account: string;
  ordinal: number;
  ours: bigint | null;
  theirs: bigint | null;
  state: string;
  /** Resolved by a person, or by another day's file. */
  is_ended: boolean;
};

/**
 * Numbers the breaks of a day. Each takes the number of the stored break with the same figures, otherwise the
 * first that is not resolved. A break that was resolved with other figures stays resolved, and the new one is
 * shown beside it; if a person had resolved it, the audit trail says so.
 */
export async function numberBreaks<One extends Finding>(
  tx: Tx,
  run: OfDay & { at: Date; by: RequestedBy },
  found: readonly One[],
): Promise<One[]> {
  const kept = byKey(await readKept(tx, run));
  const numbered: One[] = [];
  for (const [key, ofKey] of byKey(found)) {
    const rows = kept.get(key) ?? [];
    const used = new Set<number>();
    const others = ofKey.filter((one) => {
      const same = rows.find((row) => !used.has(row.ordinal) && hasFigures(row, one));
      if (same === undefined) return true;
      used.add(same.ordinal);
      numbered.push({ ...one, ordinal: same.ordinal });
      return false;
    });
    const resolved = rows.find(({ state, ordinal }) => state === "resolved" && !used.has(ordinal));
    for (const { is_ended, ordinal } of rows) if (is_ended) used.add(ordinal);
    let ordinal = 0;
    for (const one of others) {
      do ordinal++;
      while (used.has(ordinal));
      numbered.push({ ...one, ordinal });
      if (resolved !== undefined) await tell(tx, run, resolved, one);
    }
  }
  return numbered;
}

async function readKept(tx: Tx, { source, day }: OfDay): Promise<Kept[]> {
  const { rows } = await sql<Kept>`
    select b.id, b.kind, b.reference, b.account, b.ordinal, b.ours_centavos as ours,
      b.theirs_centavos as theirs, b.state,
      b.state = 'resolved' or coalesce(r.day <> b.day, false) as is_ended
    from reconciliation_break b left join reconciliation_run r on r.id = b.cleared_by
    where b.source = ${source} and b.day = ${day}::date
    order by b.ordinal`.execute(tx);
  return rows;
}

const keyOf = ({ kind, reference, account }: Pick<Kept, "kind" | "reference" | "account">) =>
  `${kind} ${reference} ${account}`;

function byKey<One extends Parameters<typeof keyOf>[0]>(all: readonly One[]): Map<string, One[]> {
  const groups = new Map<string, One[]>();
  for (const one of all) {
    const group = groups.get(keyOf(one)) ?? [];
    groups.set(keyOf(one), group);
    group.push(one);
  }
  return groups;
}

const hasFigures = ({ ours, theirs }: Kept, one: Finding) =>
  ours === (one.ours?.amount ?? null) && theirs === (one.theirs?.amount ?? null);

async function tell(
  tx: Tx,
  { at, by }: { at: Date; by: RequestedBy },
  resolved: Kept,
  { reference, ours, theirs }: Finding,
): Promise<void> {
  const figureOf = (amount: bigint | undefined) => (amount === undefined ? null : String(amount));
  await audit(tx, {
    at,
    actorKind: by.kind,
    actor: by.name,
    action: "find_other_figures",
    object: `break:${resolved.id}`,
    correlationId: by.correlationId,
    detail: { reference, ours: figureOf(ours?.amount), theirs: figureOf(theirs?.amount) },
  });
}
