import type { Facts } from "#contract/staff/requests.ts";
import { sql } from "kysely";
import { isTaken, type Tx } from "#server/db/db.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import type { Approval } from "#server/domains/makerChecker/requestRule.ts";
import { Refusal } from "#server/refusal.ts";
import { defineKind } from "#server/domains/makerChecker/requestRule.ts";
import { lockStaff, readHeldRoles, requireOffices, roleFacts, setRoles } from "./staffOf.ts";

/** Opens an account that waits for its owner; somebody else than these two hands out its code. */
export const staffAccount = defineKind({
  kind: "staff_account",
  subjectOf: ({ username }) => `staff:${username}`,
  readOffice: async () => null,
  readBefore: async (tx, { username, personKey, officeId, roles }) => {
    const taken = await tx
      .selectFrom("staff")
      .select("id")
      // In a list of who did what 'teller.dem0' would be 'teller.demo'.
      .where(sql`staff_person_folded(username)`, "=", sql`staff_person_folded(${username})`)
      .executeTakeFirst();
    if (taken !== undefined) throw new Refusal("staff_username_taken");
    await refuseOtherSpelling(tx, personKey);
    await requireOffices(tx, [officeId, ...roles.map((role) => role.officeId)]);
    return accountFacts({ fullName: "", personKey: "", officeId: "", state: "" }, roleFacts([]));
  },
  after: ({ fullName, personKey, officeId, roles }) =>
    accountFacts({ fullName, personKey, officeId, state: "enrolling" }, roleFacts(roles)),
  apply: async (tx, { username, fullName, personKey, officeId, roles }, approval) => {
    try {
      const { id } = await tx
        .insertInto("staff")
        .values((row) => ({
          username,
          full_name: fullName,
          person_key: personKey,
          office_id: BigInt(officeId),
          state: "enrolling",
          enrolment_asked_by: row
            .selectFrom("staff as maker")
            .select("maker.person_key")
            .where("maker.username", "=", approval.maker),
          enrolment_approved_by: row
            .selectFrom("staff as checker")
            .select("checker.person_key")
            .where("checker.username", "=", approval.checker),
          created_at: approval.at,
        }))
        .returning("id")
        .executeTakeFirstOrThrow();
      await setRoles(tx, id, roles, approval.at);
    } catch (error) {
      if (isTaken(error, "staff_username_key")) throw new Refusal("staff_username_taken");
      // Another account was approved since this one was looked at.
      if (isTaken(error, "staff_person_spelled_once")) throw new Refusal("request_does_not_apply");
      throw error;
    }
  },
});

/**
 * Takes an account back to its enrolment, or closes it: password, authenticator and passkeys are gone. Its sessions end
 * with the transaction.
 */
export const staffAccess = defineKind({
  kind: "staff_access",
  subjectOf: ({ username }) => `staff:${username}`,
  readOffice: async () => null,
  readBefore: async (tx, { username, access }) => {
    const staff = await lockStaff(tx, username);
    if (access === "disable" && staff.state === "disabled") {
      throw new Refusal("request_does_not_apply");
    }
    return accountFacts(
      {
        fullName: staff.full_name,
        personKey: staff.person_key,
        officeId: String(staff.office_id),
        state: staff.state,
      },
      roleFacts(await readHeldRoles(tx, staff.id)),
    );
  },
  after: ({ access }, before) => ({
    ...before,
    accountState: access === "disable" ? "disabled" : "enrolling",
  }),
  apply: async (tx, { username, access }, approval) => {
    const staff = await lockStaff(tx, username);
    await tx
      .updateTable("staff")
      .set((row) => ({
        state: access === "disable" ? "disabled" : "enrolling",
        password_hash: null,
        totp_secret: null,
        pending_totp: null,
        enrolment_hmac: null,
        enrolment_expires_at: null,
        enrolment_asked_by: row
          .selectFrom("staff as maker")
          .select("maker.person_key")
          .where("maker.username", "=", approval.maker),
        enrolment_approved_by: row
          .selectFrom("staff as checker")
          .select("checker.person_key")
          .where("checker.username", "=", approval.checker),
        enrolment_issued_by: null,
      }))
      .where("id", "=", staff.id)
      .execute();
    await removePasskeys(tx, staff, approval);
  },
});

async function removePasskeys(
  tx: Tx,
  { id, username }: { id: bigint; username: string },
  { at, checker, correlationId }: Approval,
): Promise<void> {
  const removed = await tx
    .updateTable("staff_passkey")
    .set((row) => ({ removed_at: row.fn("greatest", [row.val(at), "created_at"]) }))
    .where("staff_id", "=", id)
    .where("removed_at", "is", null)
    .returning("id")
    .execute();
  for (const { id: passkey } of removed) {
    await audit(tx, {
      at,
      actorKind: "staff",
      actor: checker,
      action: "staff_passkey_removed",
      object: `staff:${username}`,
      correlationId,
      detail: { passkey },
    });
  }
}

/** Refuses, on its field, a number that somebody has in another spelling: with O for 0, or without a dash. */
async function refuseOtherSpelling(tx: Tx, personKey: string): Promise<void> {
  const known = await tx
    .selectFrom("staff")
    .select("person_key")
    .where(sql`staff_person_folded(person_key)`, "=", sql`staff_person_folded(${personKey})`)
    .where("person_key", "!=", personKey)
    .limit(1)
    .executeTakeFirst();
  if (known === undefined) return;
  throw new Refusal("staff_person_taken", { values: { personKey: known.person_key } });
}

function accountFacts(
  account: { fullName: string; personKey: string; officeId: string; state: string },
  roles: Facts,
): Facts {
  const { state, ...rest } = account;
  return { ...rest, accountState: state, ...roles };
}
