import type { ApplicationState } from "#contract/loans.ts";
import type { Tx } from "#server/db/db.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { Refusal } from "#server/refusal.ts";

/**
 * Who moves an application: the member (guid), a member of the staff (username), an automatic action, or a
 * job.
 */
export type LoanActor = {
  kind: "member" | "staff" | "system" | "job";
  name: string;
  /** The employer's file whose rows two people approved as a whole; undefined for what somebody does by itself. */
  wholeFile?: string | undefined;
};

export type ApplicationMove = {
  applicationNo: string;
  to: ApplicationState;
  actor: LoanActor;
  /** Told to the member where documents are missing or the application ends; at most 300 characters. */
  reason: string;
  at: Date;
  correlationId: string;
};

const ENDS: ReadonlySet<ApplicationState> = new Set(["released", "rejected", "cancelled"]);
/** Whose reason stands on the application until it moves on. */
const SAYS_WHY: ReadonlySet<ApplicationState> = new Set(["for_documents", "rejected", "cancelled"]);

/**
 * The only way in which the state of an application changes (table loan_application_transition): locks its row, looks
 * the step up in the table, changes the state and writes down who did it and why, for its history and the
 * audit. Refuses loan_application_state where the table has no such step for this kind of actor, and
 * loan_processor_approves where who approves worked on it. What the member is told is the caller's.
 */
export async function moveApplication(tx: Tx, move: ApplicationMove) {
  const { applicationNo, to, actor, at, correlationId } = move;
  const application = await lockApplication(tx, applicationNo);
  const from = application.state;
  const step = await tx
    .selectFrom("loan_application_transition")
    .select("actor_kinds")
    .where("from_state", "=", from)
    .where("to_state", "=", to)
    .executeTakeFirst();
  if (step?.actor_kinds.includes(actor.kind) !== true) throw new Refusal("loan_application_state");
  if (to === "approved") await requireOther(tx, application.id, actor);
  const reason = move.reason.slice(0, 300);
  // Before the application: the database changes none without its event.
  await tx
    .insertInto("loan_application_event")
    .values({
      application_id: application.id,
      from_state: from,
      to_state: to,
      actor_kind: actor.kind,
      actor: actor.name,
      reason,
      at,
      correlation_id: correlationId,
    })
    .execute();
  await tx
    .updateTable("loan_application")
    .set((is) => ({
      state: to,
      version: is("version", "+", 1),
      changed_at: at,
      ended_at: ENDS.has(to) ? at : null,
      reason: SAYS_WHY.has(to) ? reason : "",
    }))
    .where("id", "=", application.id)
    .execute();
  await audit(tx, {
    at,
    actorKind: actor.kind === "job" ? "system" : actor.kind,
    actor: actor.name,
    action: "move_loan_application",
    object: `loan_application:${applicationNo}`,
    correlationId,
    detail: { from, to, reason },
  });
  return { ...application, from };
}

/** The application as it stands, held until the transaction ends. Refuses not_found when there is none. */
export async function lockApplication(tx: Tx, applicationNo: string) {
  const found = await tx
    .selectFrom("loan_application")
    .selectAll()
    .where("application_no", "=", applicationNo)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (found === undefined) throw new Refusal("not_found");
  return found;
}

/** Who took it, asked for its documents or put it up for approval does not approve it. */
async function requireOther(tx: Tx, applicationId: bigint, actor: LoanActor): Promise<void> {
  const worked = await tx
    .selectFrom("loan_application_event")
    .select("id")
    .where("application_id", "=", applicationId)
    .where("actor_kind", "=", "staff")
    .where("actor", "=", actor.name)
    .where("from_state", "in", ["submitted", "for_verification", "for_documents"])
    .limit(1)
    .executeTakeFirst();
  if (worked !== undefined) throw new Refusal("loan_processor_approves");
}
