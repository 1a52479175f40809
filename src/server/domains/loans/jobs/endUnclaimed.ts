import { sql } from "kysely";
import { LOAN_OFFER_DAYS } from "#contract/loanFields.ts";
import type { App } from "#server/platform/app.ts";
import { type Db, transact, type Tx } from "#server/db/db.ts";
import { lockApplication, moveApplication } from "#server/domains/loans/state/moveApplication.ts";
import { tellOfLoan } from "#server/domains/loans/state/tellOfLoan.ts";
import { offerEnd } from "#server/domains/loans/state/offerEnd.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Read at once. */
const BATCH_SIZE = 200;
/** So many may fail in one run. Where more do it is no trouble of theirs, and the run stops. */
const MOST_FAILURES = 20;
const WAITS_FOR_MEMBER = ["for_documents", "approved", "for_signing"];
/** The member accepted the newest offer: the desk releases it or, once it is over, takes it back. */
const waitsForDesk = sql<boolean>`(a.state = 'for_signing' and coalesce((
  select o.accepted_at is not null from loan_offer o
  where o.application_id = a.id order by o.version desc limit 1), false))`;

/**
 * Ends applications that have waited for their member for 30 days, and tells the member; none whose offer the
 * member accepted. Each by itself: one that cannot be ended stops no other, the log names it, and the next run
 * tries it again.
 */
export async function endUnclaimed(app: App): Promise<void> {
  const before = new Date(app.now().getTime() - LOAN_OFFER_DAYS * DAY_MS);
  let failures = 0;
  for (let last = 0n, isMore = true; isMore;) {
    const waiting = await readWaiting(app, before, last);
    for (const { application_no: applicationNo } of waiting) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- each in a transaction of its own
        await transact(app.db, (tx) => endOne(tx, app, { applicationNo, before }));
      } catch (error) {
        failures += 1;
        if (failures > MOST_FAILURES) throw error;
        app.log.error({ err: error, applicationNo }, "an unclaimed loan could not be ended");
      }
    }
    last = waiting.at(-1)?.id ?? last;
    isMore = waiting.length === BATCH_SIZE;
  }
}

function unclaimed(db: Db | Tx, before: Date) {
  return db
    .selectFrom("loan_application as a")
    .select(["a.id", "a.application_no", "a.member_id"])
    .where("a.state", "in", WAITS_FOR_MEMBER)
    .where("a.changed_at", "<=", before)
    .where(sql<boolean>`not ${waitsForDesk}`);
}

function readWaiting(app: App, before: Date, after: bigint) {
  return unclaimed(app.db, before)
    .where("a.id", ">", after)
    .orderBy("a.id")
    .limit(BATCH_SIZE)
    .execute();
}

async function endOne(
  tx: Tx,
  app: App,
  { applicationNo, before }: { applicationNo: string; before: Date },
): Promise<void> {
  await lockApplication(tx, applicationNo);
  const waiting = await unclaimed(tx, before)
    .where("a.application_no", "=", applicationNo)
    .executeTakeFirst();
  // Meanwhile it may have moved on, or its member accepted.
  if (waiting !== undefined) await end(tx, app, { ...waiting, days: LOAN_OFFER_DAYS });
}

/**
 * Ends the applications of a member whose offer is over and was not accepted, each by itself: who applies anew
 * neither waits for the job nor has to withdraw.
 */
export async function endLapsedOffers(app: App, memberId: bigint): Promise<void> {
  const at = app.now();
  const lapsed = (db: Db | Tx) =>
    db
      .selectFrom("loan_application as a")
      .innerJoin("loan_offer as o", "o.application_id", "a.id")
      .select(["a.application_no", "a.member_id", "o.made_at", offerEnd.as("ends_at")])
      .where("a.member_id", "=", memberId)
      .where("a.state", "=", "for_signing")
      .where("o.accepted_at", "is", null)
      .where(sql<boolean>`${offerEnd} <= ${at}`)
      .where(
        sql<boolean>`not exists (select from loan_offer newer
        where newer.application_id = o.application_id and newer.version > o.version)`,
      )
      .orderBy("a.id");
  for (const { application_no: applicationNo } of await lapsed(app.db).execute()) {
    // oxlint-disable-next-line no-await-in-loop -- each in a transaction of its own
    await transact(app.db, async (tx) => {
      await lockApplication(tx, applicationNo);
      const found = await lapsed(tx)
        .where("a.application_no", "=", applicationNo)
        .executeTakeFirst();
      if (found === undefined) return;
      const stood = found.ends_at.getTime() - found.made_at.getTime();
      await end(tx, app, { ...found, days: Math.ceil(stood / DAY_MS) });
    });
  }
}

/** Ends it, and tells its member that it was not taken up in so many days. */
async function end(
  tx: Tx,
  app: App,
  ended: { application_no: string; member_id: bigint; days: number },
): Promise<void> {
  const { application_no: applicationNo, member_id: memberId, days } = ended;
  await moveApplication(tx, {
    applicationNo,
    to: "cancelled",
    actor: { kind: "job", name: "endUnclaimedLoans" },
    reason: "",
    at: app.now(),
    correlationId: applicationNo,
  });
  await tellOfLoan(tx, app, {
    memberId,
    notice: "loan_lapsed",
    params: { days: String(days), refNo: applicationNo },
  });
}
