import { sql } from "kysely";
import type { EXCEPTION_OWNERS, ExceptionRow } from "#contract/staff/jobs.ts";
import type { ListPage } from "#contract/staff/list.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { anywhere } from "#server/platform/lists/anywhere.ts";
import { readRailTransfer } from "#server/domains/transfers/rails/railRow.ts";
import {
  CLOCK_STOPPING_EXCEPTIONS,
  waitsForPeople,
} from "#server/domains/transfers/rails/stopClocks.ts";
import { type ListRequest, type ListOrder, readPage } from "#server/platform/lists/readPage.ts";

const exceptionOrder = {
  sorts: { at: { by: "x.at", type: "moment" } },
  id: { by: "x.id", type: "text" },
  first: "-at",
} as const satisfies ListOrder;

type Found = {
  id: string;
  source: string;
  reason: string;
  reference: string;
  at: Date;
  owner: string | null;
  owned_since: Date | null;
  resolved_at: Date | null;
  resolved_by: string | null;
  resolution: string | null;
};

const exceptions = sql<Found>`(
  select x.*, o.owner, o.since as owned_since from (
  select 'issuer-' || e.event_id as id, 'issuer' as source, e.reason,
    coalesce(e.body ->> 'senderRefId', e.body ->> 'reference', e.event_id) as reference, e.received_at as at,
    e.resolved_at, e.resolved_by, e.resolution
  from issuer_event e where e.outcome = 'exception'
  union all
  select 'transfer-' || x.id, 'transfer', x.kind, x.ref_no, x.at, x.resolved_at, x.resolved_by, x.resolution
  from transfer_exception x
  union all
  select 'order-' || x.id, 'order', o.kind || ', member ' || m.membership_no || ': ' || o.answer, o.reference,
    x.at, x.resolved_at, x.resolved_by, x.resolution
  from card_order_exception x
  join card_order o on o.id = x.order_id
  join card c on c.id = o.card_id
  join member m on m.id = c.member_id
  union all
  -- Gone as soon as the loan is caught up.
  select 'loan-' || t.loan_id, 'loan', t.stage || ' of ' || t.day || ': ' || t.reason, n.loan_no, t.left_at,
    null, null, null
  from loan_in_trouble t
  join loan n on n.id = t.loan_id
  where t.caught_up_at is null
  ) x left join exception_owner o on o.exception_id = x.id
)`;

type ExceptionFilters = {
  state?: "open" | "resolved" | undefined;
  owner?: (typeof EXCEPTION_OWNERS)[number] | undefined;
  reference?: string | undefined;
};

/** One page of what does not fit our books, resolved or not. */
export async function listExceptions(
  app: App,
  staff: StaffCaller,
  of: ExceptionFilters & ListRequest,
): Promise<ListPage<ExceptionRow>> {
  const { state, owner, reference, ...request } = of;
  let query = app.db.selectFrom(exceptions.as("x")).selectAll();
  if (state !== undefined) {
    query = query.where("x.resolved_at", state === "open" ? "is" : "is not", null);
  }
  if (reference !== undefined) query = query.where("x.reference", "ilike", anywhere(reference));
  if (owner === "mine") query = query.where("x.owner", "=", staff.username);
  if (owner === "none") query = query.where("x.owner", "is", null);
  if (owner === "others") query = query.where("x.owner", "<>", staff.username);
  const page = await readPage(app.db, exceptionOrder, query, request);
  return {
    ...page,
    rows: page.rows.map(({ resolved_at, resolved_by, owned_since, source, at, ...row }) => ({
      ...row,
      // Made by the query itself.
      source: source as ExceptionRow["source"],
      at: at.toISOString(),
      ownedSince: owned_since?.toISOString() ?? null,
      resolvedAt: resolved_at?.toISOString() ?? null,
      resolvedBy: resolved_by,
    })),
  };
}

/**
 * Notes what a person did about an exception; money is moved by journals, not here. Refuses with
 * not_found, with exception_resolved when somebody was quicker, with exception_of_loan for what ends by
 * itself, and with exception_undecided while it keeps a transfer from its end: a note would not say which.
 */
export async function resolve(
  app: App,
  staff: StaffCaller,
  { id, resolution }: { id: string; resolution: string },
): Promise<void> {
  const at = app.now();
  const done = { resolved_at: at, resolved_by: staff.username, resolution };
  await transact(app.db, async (tx) => {
    await lockException(tx, id);
    await refuseUndecided(tx, id);
    await close(tx, id, done);
    await audit(tx, {
      at,
      actorKind: "staff",
      actor: staff.username,
      action: "resolve_exception",
      object: `exception:${id}`,
      correlationId: staff.correlationId,
      detail: { resolution },
    });
  });
}

/**
 * Makes somebody the one who looks into an exception: the caller, or a colleague who may resolve it.
 * Refuses not_found, exception_resolved, exception_owner_unknown, exception_of_loan.
 */
export async function own(
  app: App,
  staff: StaffCaller,
  { id, to }: { id: string; to: string },
): Promise<void> {
  const at = app.now();
  await transact(app.db, async (tx) => {
    await lockException(tx, id);
    if (to !== staff.username && !(await mayResolve(tx, to))) {
      throw new Refusal("exception_owner_unknown");
    }
    await tx
      .insertInto("exception_owner")
      .values({ exception_id: id, owner: to, since: at })
      .onConflict((conflict) =>
        conflict.column("exception_id").doUpdateSet({ owner: to, since: at }),
      )
      .execute();
    await audit(tx, {
      at,
      actorKind: "staff",
      actor: staff.username,
      action: to === staff.username ? "take_exception" : "hand_over_exception",
      object: `exception:${id}`,
      correlationId: staff.correlationId,
      detail: { to },
    });
  });
}

async function mayResolve(tx: Tx, username: string): Promise<boolean> {
  const { rows } = await sql`
    select from staff s
    join staff_role r on r.staff_id = s.id and r.ended_at is null
    join role_action a on a.role = r.role and a.action = 'exception.resolve'
    where s.username = ${username} and s.state = 'active' limit 1`.execute(tx);
  return rows.length > 0;
}

type Done = { resolved_at: Date; resolved_by: string; resolution: string };

/** Where an exception lies: the table and its key, by the id that names it everywhere. */
function placeOf(id: string) {
  const [source] = id.split("-", 1);
  const key = id.slice(`${source}-`.length);
  if (source === "issuer") return { source: "issuer", key } as const;
  if (!/^\d{1,18}$/.test(key)) throw new Refusal("not_found");
  const table = source === "order" ? "card_order_exception" : "transfer_exception";
  return { source: "ours", table, key: BigInt(key) } as const;
}

/** Locks what is still to be done. Refuses not_found, exception_resolved, exception_of_loan. */
async function lockException(tx: Tx, id: string): Promise<void> {
  if (id.startsWith("loan-")) throw new Refusal("exception_of_loan");
  const place = placeOf(id);
  const found =
    place.source === "issuer"
      ? await tx
          .selectFrom("issuer_event")
          .select("resolved_at")
          .where("event_id", "=", place.key)
          .where("outcome", "=", "exception")
          .forNoKeyUpdate()
          .executeTakeFirst()
      : await tx
          .selectFrom(place.table)
          .select("resolved_at")
          .where("id", "=", place.key)
          .forNoKeyUpdate()
          .executeTakeFirst();
  if (found === undefined) throw new Refusal("not_found");
  if (found.resolved_at !== null) throw new Refusal("exception_resolved");
}

/** What stopped the clock of a transfer that has no end yet is decided at the transfer. */
async function refuseUndecided(tx: Tx, id: string): Promise<void> {
  const place = placeOf(id);
  if (place.source === "issuer" || place.table !== "transfer_exception") return;
  const exception = await tx
    .selectFrom("transfer_exception")
    .select(["ref_no", "kind"])
    .where("id", "=", place.key)
    .executeTakeFirstOrThrow();
  if (!CLOCK_STOPPING_EXCEPTIONS.includes(exception.kind)) return;
  const row = await readRailTransfer(tx, exception.ref_no);
  if (row !== undefined && waitsForPeople(row)) throw new Refusal("exception_undecided");
}

async function close(tx: Tx, id: string, done: Done): Promise<void> {
  const place = placeOf(id);
  if (place.source === "issuer") {
    await tx.updateTable("issuer_event").set(done).where("event_id", "=", place.key).execute();
  } else {
    await tx.updateTable(place.table).set(done).where("id", "=", place.key).execute();
  }
}
