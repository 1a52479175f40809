import { sql } from "kysely";
import { manilaDate } from "#common/manila.ts";
import { toDecimal } from "#common/money.ts";
import { isBatched, RAIL_NAMES } from "#contract/transferKinds.ts";
import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { inwardReturnFile } from "#server/platform/gateways/rails/inwardReturns.ts";
import { queueForReview } from "#server/domains/transfers/lifecycle/queueForReview.ts";
import { bookInward } from "./bookInward.ts";
import { INWARD_RAILS } from "./inwardRails.ts";
import { type InwardRow, railOf } from "./inwardRow.ts";

/** The rails over which what goes back goes in files. */
export const IN_FILES = RAIL_NAMES.filter(isBatched);
/** Transfers per file, far below the longest file that is accepted. */
const MOST_ITEMS = 5_000;
const AGAIN_MS = 30 * 1000;
const AFTER_A_NO_MS = 30 * 60 * 1000;
/** What has not gone back by then, a person looks at. */
const LATE_MS = 60 * 60 * 1000;

type ReturnFile = { message_id: string; body: string; cut_at: Date };

/**
 * Cuts a file of what goes back to other banks through the clearing house, and hands in what is cut: the same bytes
 * under the same name until they are taken. Answers how many files were handed in.
 */
export async function sendInwardReturns(app: App): Promise<number> {
  for (const rail of IN_FILES) {
    while (await transact(app.db, (tx) => cutFile(tx, app, rail)));
  }
  const at = app.now();
  // The next time is set first, so that a process that dies here leaves the file due again.
  const { rows } = await sql<ReturnFile>`
    update inward_return_file f set next_try_at = ${new Date(at.getTime() + AGAIN_MS)}
    where f.next_try_at <= ${at}
    returning f.message_id, f.body, f.cut_at`.execute(app.db);
  for (const file of rows) await handIn(app, file);
  return rows.length;
}

/** Puts what waits into one file. False when nothing does. */
async function cutFile(tx: Tx, app: App, rail: (typeof IN_FILES)[number]): Promise<boolean> {
  const at = app.now();
  // One cut at a time, so that nothing is in two files and the files are numbered in order.
  await sql`select pg_advisory_xact_lock(hashtext(${`inward returns ${rail}`}))`.execute(tx);
  const { rows } = await sql<InwardRow>`
    select i.* from inward_credit i
    where i.rail = ${rail} and i.state = 'returning' and i.return_file is null and i.next_try_at <= ${at}
    order by i.ref_no limit ${MOST_ITEMS} for no key update`.execute(tx);
  if (rows.length === 0) return false;
  const { rows: numbers } = await sql<{ number: string }>`
    select lpad(nextval('inward_return_file_number')::text, 6, '0') as number`.execute(tx);
  const day = manilaDate(at);
  const messageId = `PR${day.replaceAll("-", "")}-${numbers[0]?.number}`;
  const body = inwardReturnFile(
    rail,
    rows.map((row) => returned(row)),
    { messageId, participant: app.config.RAIL_PARTICIPANT, day, at },
  );
  await tx
    .insertInto("inward_return_file")
    .values({ message_id: messageId, rail, body, cut_at: at, next_try_at: at })
    .execute();
  await tx
    .updateTable("inward_credit")
    .set({ return_file: messageId })
    .where(
      "ref_no",
      "in",
      rows.map(({ ref_no: refNo }) => refNo),
    )
    .execute();
  await tx
    .insertInto("rail_message")
    .values({ rail, direction: "out", type: "pacs.004", message_id: messageId, body, at })
    .execute();
  await note(tx, { at, action: "cut_inward_return_file", messageId, count: rows.length });
  return true;
}

const returned = (row: InwardRow) => ({
  refNo: row.ref_no,
  messageId: row.message_id,
  txId: row.tx_id,
  endToEndId: row.end_to_end_id,
  senderBank: row.sender_bank,
  accountNumber: row.account_number,
  amount: row.amount_centavos,
  reasonCode: row.reason_code ?? INWARD_RAILS[railOf(row)].reasons.issuer_refuses,
});

async function handIn(app: App, file: ReturnFile): Promise<void> {
  const answer = await app.pesonet.handIn(`${file.message_id}.xml`, file.body);
  if (answer.kind === "taken") await endFile(app, file);
  else await tryLater(app, file, answer.kind === "unknown" ? answer.reason : answer.kind);
}

async function endFile(app: App, { message_id: messageId }: ReturnFile): Promise<void> {
  const at = app.now();
  await transact(app.db, async (tx) => {
    const first = await tx
      .updateTable("inward_return_file")
      .set({ sent_at: at, next_try_at: null })
      .where("message_id", "=", messageId)
      .where("sent_at", "is", null)
      .returning("message_id")
      .executeTakeFirst();
    // Another process has heard the same.
    if (first === undefined) return;
    const rows = await tx
      .updateTable("inward_credit")
      .set({ state: "returned", next_try_at: null, ended_at: at })
      .where("return_file", "=", messageId)
      .where("state", "=", "returning")
      .returningAll()
      .execute();
    const ordered = rows.toSorted((one, other) => (one.ref_no < other.ref_no ? -1 : 1));
    for (const row of ordered) await bookInward(tx, row, { step: "return", at });
    await note(tx, { at, action: "send_inward_return_file", messageId, count: rows.length });
  });
}

async function tryLater(
  app: App,
  { message_id: messageId, cut_at: cutAt }: ReturnFile,
  answer: string,
): Promise<void> {
  const at = app.now();
  const isNo = answer === "reused";
  const isLate = at.getTime() - cutAt.getTime() >= LATE_MS;
  app.log.error({ file: messageId, reason: answer }, "a file of returns was not taken");
  await transact(app.db, async (tx) => {
    if (isNo) {
      await tx
        .updateTable("inward_return_file")
        .set({ next_try_at: new Date(at.getTime() + AFTER_A_NO_MS) })
        .where("message_id", "=", messageId)
        .where("sent_at", "is", null)
        .execute();
    }
    if (!isNo && !isLate) return;
    const rows = await tx
      .selectFrom("inward_credit")
      .select(["ref_no", "rail", "amount_centavos", "correlation_id"])
      .where("return_file", "=", messageId)
      .where("state", "=", "returning")
      .orderBy("ref_no")
      .execute();
    for (const row of rows) {
      await queueForReview(tx, {
        refNo: row.ref_no,
        kind: "not_given_back",
        via: "job",
        correlationId: row.correlation_id,
        at,
        detail: { rail: row.rail, reason: answer, total: toDecimal(row.amount_centavos) },
      });
    }
  });
}

async function note(
  tx: Tx,
  {
    at,
    action,
    messageId,
    count,
  }: {
    at: Date;
    action: "cut_inward_return_file" | "send_inward_return_file";
    messageId: string;
    count: number;
  },
): Promise<void> {
  await audit(tx, {
    at,
    actorKind: "system",
    actor: "sendInwardReturns",
    action,
    object: `inward_return_file:${messageId}`,
    correlationId: "",
    detail: { transfers: String(count) },
  });
}
