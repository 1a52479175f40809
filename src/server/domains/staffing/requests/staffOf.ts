import { STAFF_ROLES } from "#contract/staff/actions.ts";
import type { Facts } from "#contract/staff/requests.ts";
import type { WantedRole } from "#contract/staff/staffPayloads.ts";
import type { Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";

/** An account, locked until the transaction ends. Refuses not_found. */
export async function lockStaff(tx: Tx, username: string) {
  const staff = await tx
    .selectFrom("staff")
    .select(["id", "username", "full_name", "person_key", "office_id", "state"])
    .where("username", "=", username)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (staff === undefined) throw new Refusal("not_found");
  return staff;
}

/** The roles an account holds now. */
export async function readHeldRoles(tx: Tx, staffId: bigint): Promise<WantedRole[]> {
  const rows = await tx
    .selectFrom("staff_role")
    .select(["role", "office_id"])
    .where("staff_id", "=", staffId)
    .where("ended_at", "is", null)
    .execute();
  return rows.map(({ role, office_id: office }) => ({
    // The check of the column makes it one of them.
    role: role as WantedRole["role"],
    officeId: office === null ? null : String(office),
  }));
}

/** One name for each role: the branches by number, '*' for all of them, nothing for a role not held. */
export function roleFacts(roles: readonly WantedRole[]): Facts {
  return Object.fromEntries(
    STAFF_ROLES.map((role) => [
      `role.${role}`,
      roles
        .filter((held) => held.role === role)
        .map(({ officeId }) => officeId ?? "*")
        .toSorted((a, b) => Number(a) - Number(b))
        .join(", "),
    ]),
  );
}

/** Ends what is not wanted, grants what is not held. It counts from the next call of a live session. */
export async function setRoles(
  tx: Tx,
  staffId: bigint,
  wanted: readonly WantedRole[],
  at: Date,
): Promise<void> {
  const keyOf = ({ role, officeId }: WantedRole) => `${role}@${officeId ?? "*"}`;
  const held = new Set((await readHeldRoles(tx, staffId)).map(keyOf));
  const keys = new Set(wanted.map(keyOf));
  const rows = await tx
    .selectFrom("staff_role")
    .select(["id", "role", "office_id"])
    .where("staff_id", "=", staffId)
    .where("ended_at", "is", null)
    .execute();
  const over = rows.filter(({ role, office_id: office }) => !keys.has(`${role}@${office ?? "*"}`));
  if (over.length > 0) {
    await tx
      .updateTable("staff_role")
      .set({ ended_at: at })
      .where(
        "id",
        "in",
        over.map(({ id }) => id),
      )
      .execute();
  }
  const fresh = wanted.filter((role) => !held.has(keyOf(role)));
  if (fresh.length === 0) return;
  await tx
    .insertInto("staff_role")
    .values(
      fresh.map(({ role, officeId }) => ({
        staff_id: staffId,
        role,
        office_id: officeId === null ? null : BigInt(officeId),
        granted_at: at,
      })),
    )
    .execute();
}

/** Every branch that is named exists. Refuses on the field. */
export async function requireOffices(tx: Tx, ids: readonly (string | null)[]): Promise<void> {
  const wanted = [...new Set(ids.filter((id) => id !== null))].map(BigInt);
  if (wanted.length === 0) return;
  const found = await tx.selectFrom("office").select("id").where("id", "in", wanted).execute();
  if (found.length !== wanted.length) throw new Refusal("office_unknown");
}
