import type { AuditAction } from "#contract/staff/auditActions.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";

/** Makes the caller the owner of a break, also when another person owned it. Refuses not_found, break_ended. */
export async function takeBreak(app: App, staff: StaffCaller, id: bigint): Promise<void> {
  const at = app.now();
  await transact(app.db, async (tx) => {
    const of = await lockOpen(tx, id);
    await tx
      .updateTable("reconciliation_break")
      .set({ owner: staff.username, owned_since: at })
      .where("id", "=", id)
      .execute();
    const detail = { reference: of.reference, from: of.owner };
    await record(tx, staff, { at, action: "take_break", id, detail });
  });
}

/**
 * Records how a break was resolved; money is moved by journal entries and requests, not here. Refuses
 * not_found, break_ended.
 */
export async function resolveBreak(
  app: App,
  staff: StaffCaller,
  { id, resolution }: { id: bigint; resolution: string },
): Promise<void> {
  const at = app.now();
  await transact(app.db, async (tx) => {
    const { reference } = await lockOpen(tx, id);
    await tx
      .updateTable("reconciliation_break")
      .set({ state: "resolved", resolved_at: at, resolved_by: staff.username, resolution })
      .where("id", "=", id)
      .execute();
    await record(tx, staff, { at, action: "resolve_break", id, detail: { reference, resolution } });
  });
}

async function lockOpen(tx: Tx, id: bigint) {
  const found = await tx
    .selectFrom("reconciliation_break")
    .select(["state", "reference", "owner"])
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (found === undefined) throw new Refusal("not_found");
  if (found.state === "cleared" || found.state === "resolved") throw new Refusal("break_ended");
  return found;
}

async function record(
  tx: Tx,
  { username, correlationId }: StaffCaller,
  event: { at: Date; action: AuditAction; id: bigint; detail: Record<string, string | null> },
): Promise<void> {
  const { at, action, id, detail } = event;
  await audit(tx, {
    at,
    actorKind: "staff",
    actor: username,
    action,
    object: `break:${id}`,
    correlationId,
    detail,
  });
}
