import { sql } from "kysely";
import { manilaDate } from "#common/manila.ts";
import { printedName } from "#common/printedName.ts";
import type { FileAnswer } from "#contract/endpoint.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { namePartsOf } from "#server/domains/cards/state/nameParts.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { CSV_BEGINNING, csvLine } from "#server/platform/lists/csv.ts";

export type MadeBatch = { batchId: string; reference: string; orders: number };

/**
 * Puts every order that is in no file yet into one, in the order in which they were asked for, and keeps
 * the file as it is. Two presses at once make one file: the second finds nothing left and is refused.
 */
export async function makeBatch(app: App, staff: StaffCaller): Promise<MadeBatch> {
  const at = app.now();
  return transact(app.db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('card batch', 0))`.execute(tx);
    const orders = await waitingOrders(tx).orderBy("a.id").execute();
    if (orders.length === 0) throw new Refusal("card_batch_empty");
    const { rows } = await sql<{ number: bigint }>`
      select nextval('card_batch_number') as number`.execute(tx);
    const day = manilaDate(at).slice(2).replaceAll("-", "");
    const reference = `PRD${day}-${String(rows[0]?.number ?? 0n).padStart(6, "0")}`;
    const { id } = await tx
      .insertInto("card_batch")
      .values({
        reference,
        kind: "personalized",
        state: "sent",
        quantity: orders.length,
        created_by: staff.username,
        created_at: at,
        sent_at: at,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await tx
      .insertInto("card_batch_order")
      .values(
        orders.map((order, index) => ({
          application_id: order.id,
          batch_id: id,
          line: index + 1,
        })),
      )
      .execute();
    const bytes = Buffer.from(fileOf(reference, orders));
    const { sha256 } = await tx
      .insertInto("card_batch_file")
      .values({ batch_id: id, bytes })
      .returning(sql<string>`encode(sha256, 'hex')`.as("sha256"))
      .executeTakeFirstOrThrow();
    await audit(tx, {
      at,
      actorKind: "staff",
      actor: staff.username,
      action: "card_batch_made",
      object: `card_batch:${reference}`,
      correlationId: staff.correlationId,
      detail: { orders: orders.length, sha256 },
    });
    return { batchId: String(id), reference, orders: orders.length };
  });
}

/** Personalized cards that the issuer has taken the order of and that no file has. */
export function waitingOrders(db: Pick<Tx, "selectFrom">) {
  return db
    .selectFrom("card_application as a")
    .innerJoin("member as m", "m.id", "a.member_id")
    .leftJoin("office as o", "o.id", "a.office_id")
    .select([
      "a.id",
      "a.reference",
      "a.issuer_customer_id",
      "a.requested_at",
      "a.printed_name",
      "o.id as office_id",
      "o.branch_name",
      "m.first_name",
      "m.middle_name",
      "m.last_name",
      "m.qualifier",
    ])
    .where("a.kind", "=", "personalized")
    .where("a.stage", "in", ["approved", "produced"])
    .where("a.ordered_at", "is not", null)
    .where((a) =>
      a.not(
        a.exists(
          a
            .selectFrom("card_batch_order as b")
            .select("b.application_id")
            .whereRef("b.application_id", "=", "a.id"),
        ),
      ),
    );
}

type Order = Awaited<ReturnType<ReturnType<typeof waitingOrders>["execute"]>>[number];

function fileOf(reference: string, orders: readonly Order[]): string {
  const lines = orders.map((order, index) =>
    csvLine([
      index + 1,
      order.reference,
      order.issuer_customer_id,
      order.office_id === null ? null : String(order.office_id),
      order.branch_name,
      order.printed_name ?? printedName(namePartsOf(order)) ?? "",
    ]),
  );
  const head = ["line", "reference", "customer_id", "office_id", "office", "name_on_card"];
  return CSV_BEGINNING + csvLine(["batch", reference]) + csvLine(head) + lines.join("");
}

/** The file as it was made. Who opened it is recorded first. Refuses not_found. */
export async function readBatchFile(
  app: App,
  staff: StaffCaller,
  batchId: string,
): Promise<FileAnswer> {
  return transact(app.db, async (tx) => {
    const file = await tx
      .selectFrom("card_batch_file as f")
      .innerJoin("card_batch as b", "b.id", "f.batch_id")
      .select(["b.reference", "f.bytes", "f.sha256"])
      .where("f.batch_id", "=", BigInt(batchId))
      .executeTakeFirst();
    if (file === undefined) throw new Refusal("not_found");
    await audit(tx, {
      at: app.now(),
      actorKind: "staff",
      actor: staff.username,
      action: "card_batch_opened",
      object: `card_batch:${file.reference}`,
      correlationId: staff.correlationId,
      detail: { sha256: file.sha256.toString("hex") },
    });
    return { name: `${file.reference}.csv`, parts: inOne(file.bytes) };
  });
}

async function* inOne(bytes: Buffer): AsyncGenerator<string> {
  yield bytes.toString();
}
