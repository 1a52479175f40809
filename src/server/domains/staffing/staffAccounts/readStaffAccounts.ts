import { sql } from "kysely";
import type { HandlerAnswer, HandlerInput } from "#contract/endpoint.ts";
import type { getStaffAccounts, StaffAccount } from "#contract/staff/accounts.ts";
import type { StaffRole } from "#contract/staff/actions.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { anywhere } from "#server/platform/lists/anywhere.ts";
import { type ListOrder, readPage } from "#server/platform/lists/readPage.ts";

const order = {
  sorts: {
    username: { by: "staff.username", type: "text" },
    fullName: { by: "staff.full_name", type: "text" },
    lastLoginAt: { by: "staff.last_login_at", type: "moment", isNullable: true },
  },
  id: { by: "staff.id", type: "bigint" },
  first: "username",
} as const satisfies ListOrder;

/** The accounts of the branches in which the caller may see them, with the roles they hold now. */
export async function readStaffAccounts(
  app: App,
  staff: StaffCaller,
  asked: HandlerInput<typeof getStaffAccounts>["query"],
): Promise<HandlerAnswer<typeof getStaffAccounts>["result"]> {
  const page = await readPage(app.db, order, accountsFor(app, staff, asked), asked);
  const roles = await readRoles(
    app,
    page.rows.map(({ id }) => id),
  );
  return {
    ...page,
    rows: page.rows.map((row) => ({
      id: String(row.id),
      username: row.username,
      fullName: row.full_name,
      personKey: row.person_key,
      membershipNo: row.membership_no,
      office: { id: String(row.office_id), name: row.branch_name },
      // The check of the column makes it one of them.
      state: row.state as StaffAccount["state"],
      roles: roles.get(row.id) ?? [],
      lastLoginAt: row.last_login_at?.toISOString() ?? null,
    })),
  };
}

function accountsFor(
  app: App,
  staff: StaffCaller,
  { search, role, state }: HandlerInput<typeof getStaffAccounts>["query"],
) {
  const offices = staff.offices("staff.view");
  let query = app.db
    .selectFrom("staff")
    .innerJoin("office", "office.id", "staff.office_id")
    .leftJoin("staff_membership as own", (join) =>
      join.on("own.person", "=", sql<string>`staff_person_folded(staff.person_key)`),
    )
    .leftJoin("member", "member.id", "own.member_id")
    .select([
      "member.membership_no",
      "staff.id",
      "staff.username",
      "staff.full_name",
      "staff.person_key",
      "staff.office_id",
      "office.branch_name",
      "staff.state",
      "staff.last_login_at",
    ]);
  if (offices !== "all") {
    query = query.where(sql<boolean>`staff.office_id = any (${offices.map(String)}::bigint[])`);
  }
  if (state !== undefined) query = query.where("staff.state", "=", state);
  if (role !== undefined) {
    query = query.where("staff.id", "in", (held) =>
      held
        .selectFrom("staff_role")
        .select("staff_id")
        .where("role", "=", role)
        .where("ended_at", "is", null),
    );
  }
  if (search !== undefined) {
    const part = anywhere(search.toLowerCase());
    query = query.where(
      sql<boolean>`(staff.username like ${part} or to_tsvector('simple', name_forms(staff.full_name)) @@ name_query(${search}, '')
        or lower(staff.person_key) like ${part})`,
    );
  }
  return query;
}

async function readRoles(app: App, ids: bigint[]): Promise<Map<bigint, StaffAccount["roles"]>> {
  const held = new Map<bigint, StaffAccount["roles"]>();
  if (ids.length === 0) return held;
  const rows = await app.db
    .selectFrom("staff_role")
    .leftJoin("office", "office.id", "staff_role.office_id")
    .select(["staff_id", "role", "staff_role.office_id", "branch_name"])
    .where("staff_id", "in", ids)
    .where("ended_at", "is", null)
    .orderBy("staff_role.id")
    .execute();
  for (const { staff_id: id, role, office_id: officeId, branch_name: officeName } of rows) {
    held.set(id, [
      ...(held.get(id) ?? []),
      // The check of the column makes it one of them.
      {
        role: role as StaffRole,
        officeId: officeId === null ? null : String(officeId),
        officeName,
      },
    ]);
  }
  return held;
}
