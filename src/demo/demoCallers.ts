import { sql } from "kysely";
import type { StaffAction } from "#contract/staff/actions.ts";
import type { App, Caller, StaffCaller } from "#server/platform/app.ts";
import { rightsFrom } from "#server/platform/http/staffSession.ts";

const CORRELATION = "demo";

/** One of the demo's staff as a call of theirs would name them, with what their roles allow now. */
export async function demoStaff(app: App, username: string): Promise<StaffCaller> {
  const staff = await app.db
    .selectFrom("staff")
    .select(["id", "username", "full_name", "person_key", "office_id"])
    .where("username", "=", username)
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ action: StaffAction; office: string | null }>`
    select distinct a.action, case when a.scope = 'own' then r.office_id::text end as office
    from staff_role r join role_action a on a.role = r.role
    where r.staff_id = ${staff.id} and r.ended_at is null`.execute(app.db);
  return {
    staffId: staff.id,
    personKey: staff.person_key,
    username: staff.username,
    fullName: staff.full_name,
    officeId: staff.office_id,
    sessionId: 0n,
    correlationId: CORRELATION,
    language: "en",
    ...rightsFrom(rows.map(({ action, office }) => [action, office])),
  };
}

/** The demo member of a scenario (data/seed/members.json) as a call of theirs would name them. */
export async function demoMember(app: App, username: string): Promise<Caller> {
  const { id, guid } = await app.db
    .selectFrom("member")
    .select(["id", "guid"])
    .where("username", "=", username)
    .executeTakeFirstOrThrow();
  return {
    memberId: id,
    memberGuid: guid,
    sessionId: 0n,
    correlationId: CORRELATION,
    language: "en",
  };
}

/** The same bank as it was at another moment: whatever is done through it happened then. */
export function appAt(app: App, at: Date): App {
  return { ...app, now: () => at };
}
