import { sql } from "kysely";
import type { WATCH_OWNERS, WATCHED_FOR, Watched } from "#contract/staff/safetyWatch.ts";
import type { ListPage } from "#contract/staff/list.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { transact } from "#server/db/db.ts";
import { listName } from "#server/domains/members/fullName.ts";
import { named } from "#server/domains/members/named.ts";
import { type ListOrder, type ListRequest, readPage } from "#server/platform/lists/readPage.ts";
import { Refusal } from "#server/refusal.ts";

/** So many refused sign-ins and codes of one member in a day are no slips of the finger. */
export const REFUSED_A_DAY = 20;

const watchOrder = {
  sorts: { at: { by: "x.at", type: "moment" } },
  id: { by: "x.id", type: "text" },
  first: "at",
} as const satisfies ListOrder;

export type WatchFilters = {
  what?: (typeof WATCHED_FOR)[number] | undefined;
  owner?: (typeof WATCH_OWNERS)[number] | undefined;
  member?: string | undefined;
};

type Found = {
  id: string;
  what: string;
  member_id: bigint;
  at: Date;
  detail: string;
  owner: string | null;
  owned_since: Date | null;
};

/** Everything that is watched now. An owner is of what stands: what begins anew is nobody's. */
function watchedNow(at: Date) {
  return sql<Found>`(
    select x.id, x.what, x.member_id, x.at, x.detail, o.owner, o.since as owned_since from (
    select case when f.way in ('code', 'passkey') then 'reported-' else 'frozen-' end || f.id as id,
      case when f.way in ('code', 'passkey') then 'reported' else 'frozen' end as what,
      f.member_id, f.frozen_at as at, f.frozen_by as detail
    from member_freeze f where f.lifted_at is null
    union all
    select 'closed-' || m.id, 'closed', m.id, coalesce(c.at, m.created_at), coalesce(c.reason, '')
    from member m left join lateral (
      select e.at, e.detail ->> 'reason' as reason from audit_event e
      where e.object = 'member:' || m.guid and e.action = 'access_closed' order by e.id desc limit 1) c on true
    where m.access_closed_for = 'staff'
    union all
    select 'refused-' || m.id, 'refused', m.id, r.at, r.count::text
    from (
      select w.guid, min(w.at) as at, count(*) as count from (
        select substr(e.object, 8) as guid, e.at from audit_event e
        where e.action = 'login_failed' and e.at > ${at}::timestamptz - interval '1 day'
        union all
        select om.guid::text, e.at from audit_event e
        join otp_challenge c on 'otp:' || c.pin_id = e.object
        join member om on om.id = c.member_id
        where e.action = 'otp_refused' and e.at > ${at}::timestamptz - interval '1 day') w
      where w.guid <> 'unknown'
      group by w.guid having count(*) >= ${REFUSED_A_DAY}) r
    join member m on m.guid = r.guid::uuid
    ) x left join safety_watch_owner o on o.watch_id = x.id and o.since >= x.at
  )`;
}

/** What is watched of the members whose branch the caller may see. */
export function watchQuery(app: App, staff: StaffCaller, { what, owner, member }: WatchFilters) {
  const offices = staff.offices("safety_watch.view");
  let query = app.db
    .selectFrom(watchedNow(app.now()).as("x"))
    .innerJoin("member as m", "m.id", "x.member_id")
    .leftJoin("office as b", "b.id", "m.office_id")
    .selectAll("x")
    .select(["m.guid", "m.membership_no", "m.last_name", "m.first_name", "b.branch_name"]);
  // No branch has the number 0: who may see none sees none.
  if (offices !== "all") query = query.where("m.office_id", "in", [0n, ...offices]);
  if (what !== undefined) query = query.where("x.what", "=", what);
  if (owner === "mine") query = query.where("x.owner", "=", staff.username);
  if (owner === "none") query = query.where("x.owner", "is", null);
  if (owner === "others") query = query.where("x.owner", "<>", staff.username);
  if (member !== undefined) query = query.where(named("m", member));
  return query;
}

/** One page of what is watched, the oldest first. */
export async function listWatched(
  app: App,
  staff: StaffCaller,
  { what, owner, member, ...request }: WatchFilters & ListRequest,
): Promise<ListPage<Watched>> {
  const query = watchQuery(app, staff, { what, owner, member });
  const page = await readPage(app.db, watchOrder, query, request);
  return {
    ...page,
    rows: page.rows.map((row) => ({
      id: row.id,
      // Made by the query itself.
      what: row.what as Watched["what"],
      memberGuid: row.guid,
      member: listName(row),
      membershipNo: row.membership_no,
      branchName: row.branch_name ?? "",
      at: row.at.toISOString(),
      detail: row.detail,
      owner: row.owner,
      ownedSince: row.owned_since?.toISOString() ?? null,
    })),
  };
}

/** Makes the caller the one who looks after it. Refuses not_found for what is not watched, or not in their branch. */
export async function takeWatched(app: App, staff: StaffCaller, id: string): Promise<void> {
  const found = await watchQuery(app, staff, {}).where("x.id", "=", id).executeTakeFirst();
  if (found === undefined) throw new Refusal("not_found");
  const at = app.now();
  await transact(app.db, async (tx) => {
    const owned = { owner: staff.username, since: at };
    await tx
      .insertInto("safety_watch_owner")
      .values({ watch_id: id, ...owned })
      .onConflict((conflict) => conflict.column("watch_id").doUpdateSet(owned))
      .execute();
    await audit(tx, {
      at,
      actorKind: "staff",
      actor: staff.username,
      action: "take_safety_watch",
      object: `member:${found.guid}`,
      correlationId: staff.correlationId,
      detail: { what: found.what },
    });
  });
}
