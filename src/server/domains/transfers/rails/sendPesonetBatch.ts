import { sql } from "kysely";
import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { transact } from "#server/db/db.ts";
import { later } from "./inquiryTimes.ts";
import { moveToLaterCycle } from "./moveToLaterCycle.ts";
import { readCycleTimes } from "./pesonetCycleTimes.ts";
import { queueForReview } from "#server/domains/transfers/lifecycle/queueForReview.ts";

const TRY_AGAIN_SECONDS = 30;
/** A file is handed in again at this interval until the clearing house acknowledges it. */
const UNACKNOWLEDGED_SECONDS = 5 * 60;
const AFTER_A_NO_SECONDS = 30 * 60;

type Batch = {
  id: bigint;
  cycle_day: string;
  cycle_no: number;
  file_name: string;
  message_id: string;
  body: string;
};

/**
 * Hands the cut files in to the clearing house, the same bytes under the same name until it acknowledges them.
 * Answers how many it handed in.
 */
export async function sendPesonetBatches(app: App): Promise<number> {
  const at = app.now();
  // The next time is set first, so that a process that dies here leaves the file due again. While it is under
  // way, earlier answers of the clearing house about it are not relied on (withdrawnFiles.ts).
  const { rows } = await sql<Batch>`
    update pesonet_batch b set next_try_at = ${later(at, TRY_AGAIN_SECONDS)}, held_said_at = null
    where b.next_try_at <= ${at} and b.state in ('cut', 'sent')
    returning b.id, b.cycle_day, b.cycle_no, b.file_name, b.message_id, b.body`.execute(app.db);
  for (const batch of rows) await handIn(app, batch);
  return rows.length;
}

async function handIn(app: App, batch: Batch): Promise<void> {
  const answer = await app.pesonet.handIn(batch.file_name, batch.body);
  if (answer.kind === "taken") {
    await noteSent(app, batch);
    return;
  }
  const reason = answer.kind === "unknown" ? answer.reason : answer.kind;
  app.log.error({ file: batch.file_name, reason }, "a PESONet file was not taken");
  if (answer.kind === "reused") await reportReusedFile(app, batch);
  await moveIfLate(app, batch);
}

async function noteSent(app: App, { id, file_name: fileName }: Batch): Promise<void> {
  const at = app.now();
  await transact(app.db, async (tx) => {
    const first = await tx
      .updateTable("pesonet_batch")
      .set({ state: "sent", sent_at: at })
      .where("id", "=", id)
      .where("state", "=", "cut")
      .returning("id")
      .executeTakeFirst();
    await tx
      .updateTable("pesonet_batch")
      .set({
        next_try_at: later(at, UNACKNOWLEDGED_SECONDS),
        reused_at: null,
        held_count: null,
        held_said_at: null,
      })
      .where("id", "=", id)
      .where("state", "=", "sent")
      .execute();
    if (first === undefined) return;
    await sql`
      insert into transfer_step (ref_no, state, via, at)
      select ref_no, 'sent', 'job', ${at}::timestamptz from rail_transfer where batch_id = ${id}
      order by ref_no`.execute(tx);
    await audit(tx, {
      at,
      actorKind: "system",
      actor: "sendPesonetBatches",
      action: "send_pesonet_file",
      object: `pesonet_batch:${fileName}`,
      correlationId: "",
    });
  });
}

/**
 * The clearing house has another file under this name or id; nothing that we send can mend that. It is asked
 * which of the file's transfers it holds, so that people know whether the file can be withdrawn.
 */
async function reportReusedFile(app: App, batch: Batch): Promise<void> {
  const standing = await app.pesonet.standing(batch.file_name, batch.body);
  const held = standing.kind === "standing" ? standing.held.length : null;
  const at = app.now();
  await transact(app.db, async (tx) => {
    const noted = await tx
      .updateTable("pesonet_batch")
      .set({
        next_try_at: later(at, AFTER_A_NO_SECONDS),
        reused_at: at,
        ...(held === null ? {} : { held_count: held, held_said_at: at }),
      })
      .where("id", "=", batch.id)
      .where("state", "in", ["cut", "sent"])
      .returning("item_count")
      .executeTakeFirst();
    if (noted === undefined) return;
    await queueForReview(tx, {
      refNo: batch.message_id,
      kind: "file_reused",
      via: "job",
      correlationId: "",
      at,
      detail: {
        reason: "the clearing house has another file under this name, or with an id of it",
        file: batch.file_name,
        transfers: String(noted.item_count),
        held: held === null ? null : String(held),
      },
    });
  });
}

/** The file was not there when its cycle cleared: it is cleared with a later one, and the members are told. */
async function moveIfLate(app: App, batch: Batch): Promise<void> {
  const at = app.now();
  const timesOf = await readCycleTimes(app.db);
  const { clears } = timesOf({ day: batch.cycle_day, no: batch.cycle_no });
  if (at < clears) return;
  const items = await app.db
    .selectFrom("rail_transfer")
    .innerJoin("pesonet_batch", "pesonet_batch.id", "rail_transfer.batch_id")
    .select("ref_no")
    .where("batch_id", "=", batch.id)
    .where("pesonet_batch.state", "=", "cut")
    .orderBy("ref_no")
    .execute();
  for (const { ref_no: refNo } of items) {
    await transact(app.db, (tx) =>
      moveToLaterCycle(tx, refNo, { after: at, reason: "the file came late", at }),
    );
  }
}
