import { sql } from "kysely";
import type { App } from "#server/platform/app.ts";
import { transact } from "#server/db/db.ts";
import type { CreditOutcome } from "#server/platform/gateways/cardIssuer/cardIssuer.ts";
import { nextInquiry } from "#server/platform/gateways/inquirySchedule.ts";
import { queueForReview, type Via } from "#server/domains/transfers/lifecycle/queueForReview.ts";
import { endAtIssuer } from "./endAtIssuer.ts";
import type { InwardRow } from "./inwardRow.ts";
import { sendBack } from "./sendBack.ts";
import { IN_FILES } from "./sendInwardReturns.ts";

const BATCH_SIZE = 20;
/** By then the issuer or the switch has answered, or the process has died. */
const CLAIMED_SECONDS = 30;
/** Without an end so long after it was taken, a person looks at it. */
const DESK_MS = 24 * 60 * 60 * 1000;

/**
 * Settles what was taken for cards and is due: the issuer is told, and asked again until it answers; what it
 * refused goes back to the bank that sent it, but for what goes back in files (sendInwardReturns.ts). Answers how many it looked at.
 */
export async function settleInward(app: App): Promise<number> {
  const rows = await claimDue(app);
  await Promise.all(rows.map((row) => settle(app, row)));
  return rows.length;
}

/** Moves the next time on, so that no other process settles the same now. */
async function claimDue(app: App): Promise<InwardRow[]> {
  const at = app.now();
  const { rows } = await sql<InwardRow>`
    update inward_credit i set next_try_at = ${at}::timestamptz + ${CLAIMED_SECONDS} * interval '1 second'
    where i.ref_no in (
      select d.ref_no from inward_credit d where d.next_try_at <= ${at}
        and not (d.state = 'returning' and d.rail = any(${IN_FILES}::text[]))
      order by d.next_try_at limit ${BATCH_SIZE} for no key update skip locked)
    returning i.*`.execute(app.db);
  // PostgreSQL returns the rows in any order.
  return rows.toSorted((one, other) => (one.ref_no < other.ref_no ? -1 : 1));
}

async function settle(app: App, row: InwardRow): Promise<void> {
  try {
    if (row.state === "returning") await sendBack(app, row);
    else await tellIssuer(app, row);
  } catch (error) {
    // The others must still be settled; this one keeps its time and is tried again.
    app.log.error({ err: error, refNo: row.ref_no }, "money that came in could not be settled");
  }
}

async function tellIssuer(app: App, row: InwardRow): Promise<void> {
  const outcome = await askIssuer(app, row);
  const via: Via = row.asked_at === null ? "job" : "inquiry";
  if (outcome.kind === "credited" || outcome.kind === "refused") {
    const of = { refNo: row.ref_no, outcome, via, correlationId: row.correlation_id };
    await endAtIssuer(app, of);
    return;
  }
  await putOff(app, row, via);
}

/** Once under our reference, however often: what the issuer never got is sent again. */
async function askIssuer(app: App, row: InwardRow): Promise<CreditOutcome> {
  const { ref_no: reference, account_number: accountNo, amount_centavos: amount } = row;
  const order = { reference, accountNo, amount };
  if (row.asked_at !== null) {
    const known = await app.issuer.inquire(order);
    if (known.kind !== "absent") return known;
  }
  await app.db
    .updateTable("inward_credit")
    .set({ asked_at: app.now() })
    .where("ref_no", "=", reference)
    .where("asked_at", "is", null)
    .execute();
  return app.issuer.credit(order);
}

/** Tries again later; a person hears of what has no end a day after it was taken. */
async function putOff(app: App, row: InwardRow, via: Via): Promise<void> {
  const at = app.now();
  await transact(app.db, async (tx) => {
    await tx
      .updateTable("inward_credit")
      .set({ next_try_at: nextInquiry(row.answered_at, at) })
      .where("ref_no", "=", row.ref_no)
      .where("state", "=", row.state)
      .execute();
    if (at.getTime() - row.answered_at.getTime() < DESK_MS) return;
    await queueForReview(tx, {
      refNo: row.ref_no,
      kind: "unanswered",
      via,
      correlationId: row.correlation_id,
      at,
      detail: { rail: row.rail, asked: "the issuer", since: row.answered_at.toISOString() },
    });
  });
}
