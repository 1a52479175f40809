import type { AuditAction } from "#contract/staff/auditActions.ts";
import { createHmac } from "node:crypto";
import type { App } from "#server/platform/app.ts";
import { isTaken, type Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";

export type AuditEvent = {
  at: Date;
  actorKind: "member" | "staff" | "system" | "visitor";
  /** The member's guid, a staff name or a job's name; 'unknown' for a visitor. */
  actor: string;
  /** What was done, as verb and noun: 'login', 'login_failed', 'otp_sent'. */
  action: AuditAction;
  /** What it was done to: 'member:<guid>', 'transfer:<refNo>'. */
  object: string;
  correlationId: string;
  /** The file that two people approved as a whole, where this is one of its rows: no act on the one it is about. */
  wholeFile?: string | undefined;
  /** Figures that explain it. Never a password, code, token or number of a card. */
  detail?: Record<string, string | number | boolean | null>;
};

/**
 * Records who did what, in the transaction of the action. Rows are never changed or deleted. Refuses
 * own_membership where somebody of the staff would act on what is their own as a member (staff_acts_for_others).
 */
export async function audit(tx: Tx, event: AuditEvent): Promise<void> {
  try {
    await insertEvent(tx, event);
  } catch (error) {
    if (isTaken(error, "staff_acts_for_others")) throw new Refusal("own_membership");
    throw error;
  }
}

async function insertEvent(tx: Tx, event: AuditEvent): Promise<void> {
  await tx
    .insertInto("audit_event")
    .values({
      at: event.at,
      actor_kind: event.actorKind,
      actor: event.actor,
      action: event.action,
      object: event.object,
      correlation_id: event.correlationId,
      detail: JSON.stringify({
        ...event.detail,
        ...(event.wholeFile === undefined ? {} : { whole_file: event.wholeFile }),
      }),
    })
    .execute();
}

/**
 * What the audit, which is kept for years, has of where a call came from: the same mark for the same
 * source, and no address. The address is counted for a day at most (throttle) and stands in the log,
 * under the same correlation id, for as long as logs are kept.
 */
export function sourceMark({ secrets }: Pick<App, "secrets">, source: string): string {
  return createHmac("sha256", secrets.outboxKey)
    .update(`source:${source}`)
    .digest("hex")
    .slice(0, 16);
}
