import type { Finding } from "#contract/staff/cardStock.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { transact, type Tx } from "#server/db/db.ts";

export type Counted = {
  expected: number;
  found: number;
  missing: string[];
  unexpected: Finding[];
};

/** What lies at a branch: free, set aside for a member, or come back. */
const LYING = ["in_stock", "reserved", "returned"];

/**
 * Compares what somebody holds in their hands with what should lie in the branch, and writes the count
 * down. It moves nothing: what is missing is looked for, then destroyed or transferred by its serial.
 */
export async function countKits(
  app: App,
  staff: StaffCaller,
  { branchId, serials }: { branchId: string; serials: readonly string[] },
): Promise<Counted> {
  const officeId = BigInt(branchId);
  return transact(app.db, async (tx) => {
    const held = [...new Set(serials)];
    const expected = await tx
      .selectFrom("card_kit")
      .select("serial")
      .where("office_id", "=", officeId)
      .where("state", "in", LYING)
      .orderBy("serial")
      .execute();
    const awaited = new Set(expected.map(({ serial }) => serial));
    const missing = [...awaited].filter((serial) => !held.includes(serial));
    const unexpected = await explain(
      tx,
      officeId,
      serials.flatMap((serial, index) =>
        awaited.has(serial) ? [] : [{ line: index + 1, serial }],
      ),
    );
    const found = held.length - new Set(unexpected.map(({ serial }) => serial)).size;
    const counted = { expected: expected.length, found };
    await tx
      .insertInto("card_stock_count")
      .values({
        office_id: officeId,
        counted_by: staff.username,
        counted_at: app.now(),
        ...counted,
        missing,
        unexpected: unexpected.map(({ serial }) => serial),
      })
      .execute();
    await audit(tx, {
      at: app.now(),
      actorKind: "staff",
      actor: staff.username,
      action: "card_kits_counted",
      object: `office:${branchId}`,
      correlationId: staff.correlationId,
      detail: { ...counted, missing: missing.length, unexpected: unexpected.length },
    });
    return { ...counted, missing, unexpected };
  });
}

/** Why each of these should not lie here. */
async function explain(
  tx: Tx,
  officeId: bigint,
  lines: readonly { line: number; serial: string }[],
): Promise<Finding[]> {
  if (lines.length === 0) return [];
  const kits = await tx
    .selectFrom("card_kit as k")
    .innerJoin("office as o", "o.id", "k.office_id")
    .select(["k.serial", "k.state", "k.office_id", "o.branch_name"])
    .where(
      "k.serial",
      "in",
      lines.map(({ serial }) => serial),
    )
    .execute();
  return lines.map(({ line, serial }) => {
    const kit = kits.find((one) => one.serial === serial);
    if (kit === undefined) return { line, serial, finding: "not_announced", detail: "" };
    return kit.office_id === officeId
      ? { line, serial, finding: "known", detail: kit.state }
      : { line, serial, finding: "other_branch", detail: kit.branch_name };
  });
}
