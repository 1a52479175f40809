import { sql } from "kysely";
import type { ExceptionRow } from "#contract/staff/jobs.ts";
import type { ListPage } from "#contract/staff/list.ts";
import type { App, StaffCaller } from "#server/app.ts";
import { audit } from "#server/audit.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { anywhere } from "#server/staff/lists/anywhere.ts";
import { type ListAsked, type ListOrder, readPage } from "#server/staff/lists/readPage.ts";

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
  resolved_at: Date | null;
  resolved_by: string | null;
  resolution: string | null;
};

const exceptions = sql<Found>`(
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
)`;

/** One page of what does not fit our books, resolved or not. */
export async function listExceptions(
  app: App,
  of: { state?: "open" | "resolved" | undefined; reference?: string | undefined } & ListAsked,
): Promise<ListPage<ExceptionRow>> {
  const { state, reference, ...asked } = of;
  let query = app.db.selectFrom(exceptions.as("x")).selectAll();
  if (state !== undefined) {
    query = query.where("x.resolved_at", state === "open" ? "is" : "is not", null);
  }
  if (reference !== undefined) query = query.where("x.reference", "ilike", anywhere(reference));
  const page = await readPage(app.db, exceptionOrder, query, asked);
  return {
    ...page,
    rows: page.rows.map(({ resolved_at, resolved_by, source, at, ...row }) => ({
      ...row,
      // Made by the query itself.
      source: source as ExceptionRow["source"],
      at: at.toISOString(),
      resolvedAt: resolved_at?.toISOString() ?? null,
      resolvedBy: resolved_by,
    })),
  };
}

/**
 * Notes what a person did about an exception; money is moved by journals, not here. Refuses with
 * not_found, and with exception_resolved when somebody was quicker.
 */
export async function resolve(
  app: App,
  staff: StaffCaller,
  { id, resolution }: { id: string; resolution: string },
): Promise<void> {
  const at = app.now();
  const done = { resolved_at: at, resolved_by: staff.username, resolution };
  await transact(app.db, async (tx) => {
    const state = await close(tx, id, done);
    if (state === "unknown") throw new Refusal("not_found");
    if (state === "resolved") throw new Refusal("exception_resolved");
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

type Done = { resolved_at: Date; resolved_by: string; resolution: string };

async function close(tx: Tx, id: string, done: Done): Promise<"done" | "resolved" | "unknown"> {
  const [source] = id.split("-", 1);
  const key = id.slice(`${source}-`.length);
  if (source === "issuer") return closeEvent(tx, key, done);
  const isNumber = /^\d{1,18}$/.test(key);
  if (!isNumber) return "unknown";
  const table = source === "order" ? "card_order_exception" : "transfer_exception";
  const found = await tx
    .selectFrom(table)
    .select("resolved_at")
    .where("id", "=", BigInt(key))
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (found === undefined) return "unknown";
  if (found.resolved_at !== null) return "resolved";
  await tx.updateTable(table).set(done).where("id", "=", BigInt(key)).execute();
  return "done";
}

async function closeEvent(tx: Tx, eventId: string, done: Done) {
  const found = await tx
    .selectFrom("issuer_event")
    .select("resolved_at")
    .where("event_id", "=", eventId)
    .where("outcome", "=", "exception")
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (found === undefined) return "unknown";
  if (found.resolved_at !== null) return "resolved";
  await tx.updateTable("issuer_event").set(done).where("event_id", "=", eventId).execute();
  return "done";
}
