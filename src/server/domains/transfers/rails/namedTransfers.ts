import { sql } from "kysely";
import type { Db, Tx } from "#server/db/db.ts";
import { isBatched, type Rail } from "#contract/transferKinds.ts";
import type { TransactionReport } from "#server/platform/gateways/rails/railMessage.ts";

/** Names per query. */
const BATCH_SIZE = 10_000;

/**
 * The transfers that any of these names identifies: our reference, a reference of the rail, or the id of a
 * message of ours. A name that the rail has used for several transfers identifies none. A file (by its id or
 * name) stands for all of its transfers; with 'transfers' only if no transfer is named itself. In the order of
 * the references.
 */
export async function namedTransfers(
  db: Db | Tx,
  rail: Rail,
  names: readonly string[],
  { prefer }: { prefer: "files too" | "transfers" } = { prefer: "files too" },
): Promise<string[]> {
  const found = { transfers: new Set<string>(), files: new Set<string>() };
  for (let from = 0; from < names.length; from += BATCH_SIZE) {
    const some = names.slice(from, from + BATCH_SIZE);
    const { rows } = await sql<{ ref_no: string; by_file: boolean }>`
      select ref_no, false as by_file from rail_transfer where rail = ${rail} and ref_no = any (${some}::text[])
      union select min(ref_no), false from rail_reference
        where rail = ${rail} and reference = any (${some}::text[])
        group by reference having count(*) = 1
      union select m.ref_no, false from rail_message m join rail_transfer r on r.ref_no = m.ref_no
        where m.rail = ${rail} and m.direction = 'out' and m.message_id = any (${some}::text[])
      union select r.ref_no, true from pesonet_batch b join rail_transfer r on r.batch_id = b.id
        where ${isBatched(rail)}::boolean and (b.message_id = any (${some}::text[]) or b.file_name = any (${some}::text[]))
    `.execute(db);
    for (const { ref_no: refNo, by_file: byFile } of rows) {
      found[byFile ? "files" : "transfers"].add(refNo);
    }
  }
  if (prefer === "transfers" && found.transfers.size > 0) return [...found.transfers].toSorted();
  return [...new Set([...found.transfers, ...found.files])].toSorted();
}

/** Stores the rail's references for transfers under way; a reference used for many is marked as ambiguous. */
export async function noteReferences(
  db: Db,
  rail: Rail,
  transfers: readonly TransactionReport[],
  at: Date,
): Promise<void> {
  const names = transfers
    .filter(({ status }) => ["ACTC", "ACSP", "PDNG"].includes(status))
    .flatMap(({ refNo, railReferences }) => railReferences.map((name) => ({ refNo, name })));
  if (names.length === 0) return;
  await sql`
    insert into rail_reference (rail, reference, ref_no, at)
    select ${rail}, n.name, n.ref_no, ${at}
    from unnest(${names.map(({ name }) => name)}::text[], ${names.map(({ refNo }) => refNo)}::text[]) as n (name, ref_no)
    join rail_transfer r on r.ref_no = n.ref_no and r.rail = ${rail}
    where (
      select count(*) from rail_reference x
      where x.rail = ${rail} and x.reference = n.name and x.ref_no <> n.ref_no) < 2
    on conflict do nothing`.execute(db);
}
