import type { AuditAction } from "#contract/staff/auditActions.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { sql } from "kysely";
import { foldedPerson } from "#server/domains/makerChecker/samePerson.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";

/** An application as an action of the desk finds it, locked until the transaction ends. */
export type LockedApplication = {
  id: bigint;
  application_no: string;
  member_id: bigint;
  office_id: bigint | null;
  /** The member's. */
  language: string;
  product: string;
  amount_centavos: bigint;
  state: string;
  assigned_staff_id: bigint | null;
};

/** The application, locked. Refuses not_found. */
export async function lockApplication(tx: Tx, applicationNo: string): Promise<LockedApplication> {
  const found = await tx
    .selectFrom("loan_application as a")
    .innerJoin("member as m", "m.id", "a.member_id")
    .select([
      "a.id",
      "a.application_no",
      "a.member_id",
      "a.product",
      "a.amount_centavos",
      "a.state",
      "a.assigned_staff_id",
      "m.office_id",
      "m.language",
    ])
    .where("a.application_no", "=", applicationNo)
    .forNoKeyUpdate("a")
    .executeTakeFirst();
  if (found === undefined) throw new Refusal("not_found");
  return found;
}

/** The guid of the member who applied. Refuses not_found. */
export async function readApplicant(db: Db | Tx, applicationNo: string): Promise<string> {
  const found = await db
    .selectFrom("loan_application as a")
    .innerJoin("member as m", "m.id", "a.member_id")
    .select("m.guid")
    .where("a.application_no", "=", applicationNo)
    .executeTakeFirst();
  if (found === undefined) throw new Refusal("not_found");
  return found.guid;
}

/** Remembers that this person processed the application: they never approve it (S131). */
export async function noteWork(
  tx: Tx,
  of: { id: bigint },
  staff: Pick<StaffCaller, "personKey" | "username">,
  at: Date,
): Promise<void> {
  await tx
    .insertInto("loan_work")
    .values({ application_id: of.id, person_key: staff.personKey, username: staff.username, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether this person processed the application, under whatever account and spelling of their number. */
export async function hasWorkedOn(
  db: Db | Tx,
  applicationNo: string,
  personKey: string,
): Promise<boolean> {
  const found = await db
    .selectFrom("loan_work as w")
    .innerJoin("loan_application as a", "a.id", "w.application_id")
    .select("w.person_key")
    .where("a.application_no", "=", applicationNo)
    .where(sql`staff_person_folded(w.person_key)`, "=", foldedPerson(personKey))
    .executeTakeFirst();
  return found !== undefined;
}

/** One line of the audit trail about an application. */
export async function recordAction(
  tx: Tx,
  app: App,
  by: { username: string; correlationId: string },
  of: { application_no: string },
  event: { action: AuditAction; detail?: Record<string, string | number | boolean | null> },
): Promise<void> {
  await audit(tx, {
    at: app.now(),
    actorKind: "staff",
    actor: by.username,
    action: event.action,
    object: `loan_application:${of.application_no}`,
    correlationId: by.correlationId,
    ...(event.detail && { detail: event.detail }),
  });
}
