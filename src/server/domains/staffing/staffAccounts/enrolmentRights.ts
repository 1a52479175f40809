import type { StaffCaller } from "#server/platform/app.ts";
import { isSamePerson } from "#server/domains/makerChecker/samePerson.ts";
import type { Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { readHeldRoles } from "#server/domains/staffing/requests/staffOf.ts";

/** An account on its way to being open, locked until the transaction ends. */
export function lockForEnrolment(tx: Tx, staffId: bigint) {
  return tx
    .selectFrom("staff")
    .select([
      "username",
      "state",
      "person_key",
      "enrolment_asked_by",
      "enrolment_approved_by",
      "enrolment_issued_by",
    ])
    .where("id", "=", staffId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/**
 * Nobody hands out codes for, or confirms, an account of their own or one whose roles reach further than
 * their own right does: a role for every branch needs a right in every branch.
 */
export async function requireReach(
  tx: Tx,
  caller: Pick<StaffCaller, "personKey" | "offices">,
  account: { id: bigint; personKey: string },
): Promise<void> {
  if (isSamePerson(account.personKey, caller.personKey)) throw new Refusal("staff_own_account");
  const reach = caller.offices("enrolment_code.issue");
  if (reach === "all") return;
  const roles = await readHeldRoles(tx, account.id);
  const isWithin = roles.every(
    ({ officeId }) => officeId !== null && reach.includes(BigInt(officeId)),
  );
  if (!isWithin) throw new Refusal("not_your_role");
}
