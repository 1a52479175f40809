import { STAFF_ACTIONS, type StaffRole } from "#contract/staff/actions.ts";
import type { HandlerAnswer } from "#contract/endpoint.ts";
import type { getRoleTable, getStaffBranches, getStaffMe } from "#contract/staff/session.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";

/** Who the caller is, which roles they hold where, and what these allow at this moment. */
export async function readStaffMe(
  app: App,
  staff: StaffCaller,
): Promise<HandlerAnswer<typeof getStaffMe>["result"]> {
  const office = await app.db
    .selectFrom("office")
    .select(["id", "branch_name"])
    .where("id", "=", staff.officeId)
    .executeTakeFirstOrThrow();
  const roles = await app.db
    .selectFrom("staff_role")
    .leftJoin("office", "office.id", "staff_role.office_id")
    .select(["staff_role.role", "office.id", "office.branch_name"])
    .where("staff_role.staff_id", "=", staff.staffId)
    .where("staff_role.ended_at", "is", null)
    .orderBy("staff_role.id")
    .execute();
  const { last_active_at: lastActiveAt } = await app.db
    .selectFrom("staff_session")
    .select("last_active_at")
    .where("id", "=", staff.sessionId)
    .executeTakeFirstOrThrow();
  return {
    username: staff.username,
    fullName: staff.fullName,
    office: { id: String(office.id), name: office.branch_name },
    roles: roles.map(({ role, id, branch_name: name }) => ({
      // The check of the column makes it one of them.
      role: role as StaffRole,
      office: id === null ? null : { id: String(id), name: name ?? "" },
    })),
    actions: STAFF_ACTIONS.filter((action) => staff.may(action)).map((action) => {
      const offices = staff.offices(action);
      return { action, offices: offices === "all" ? offices : offices.map(String) };
    }),
    idleSeconds: app.config.STAFF_IDLE_SECONDS,
    idleForSeconds: Math.max(0, (app.now().getTime() - lastActiveAt.getTime()) / 1000),
  };
}

/** The whole table of roles and actions; an action that no role has stands there with none. */
export async function readRoleTable(
  app: App,
): Promise<HandlerAnswer<typeof getRoleTable>["results"]> {
  const rows = await app.db.selectFrom("role_action").selectAll().orderBy("role").execute();
  return STAFF_ACTIONS.map((action) => ({
    action,
    roles: rows
      .filter((row) => row.action === action)
      // The checks of the columns make them such.
      .map(({ role, scope }) => ({ role: role as StaffRole, scope: scope as "own" | "all" })),
  }));
}

/** Every branch, in the order of their numbers. */
export async function readBranches(
  app: App,
): Promise<HandlerAnswer<typeof getStaffBranches>["results"]> {
  const rows = await app.db
    .selectFrom("office")
    .select(["id", "branch_name"])
    .orderBy("id")
    .execute();
  return rows.map(({ id, branch_name: name }) => ({ id: String(id), name }));
}
