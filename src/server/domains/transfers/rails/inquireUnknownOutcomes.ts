import { sql } from "kysely";
import type { App } from "#server/platform/app.ts";
import { inquireUnknown } from "./inquireInstapay.ts";
import { nextUnknownInquiry } from "./inquiryTimes.ts";

const BATCH_SIZE = 20;

/**
 * Inquires for a day about InstaPay transfers that were refunded with their outcome unknown: the switch
 * repeats a lost answer only when asked. A transfer that was credited after all is booked as a receivable and
 * queued for review (applyStatusReport). Answers how many it inquired about.
 */
export async function inquireUnknownOutcomes(app: App): Promise<number> {
  const at = app.now();
  const { rows } = await sql<{ ref_no: string; returned_at: Date }>`
    select r.ref_no, t.returned_at from rail_transfer r join transfer t using (ref_no)
    where r.next_doubt_at <= ${at} and t.returned_at is not null
    order by r.next_doubt_at limit ${BATCH_SIZE}`.execute(app.db);
  await Promise.all(
    rows.map(async ({ ref_no: refNo, returned_at: returnedAt }) => {
      await putOff(app, refNo, nextUnknownInquiry(returnedAt, at));
      try {
        if (await inquireUnknown(app, refNo)) await putOff(app, refNo, null);
      } catch (error) {
        app.log.error({ err: error, refNo }, "a transfer in doubt could not be asked about");
      }
    }),
  );
  return rows.length;
}

async function putOff(app: App, refNo: string, next: Date | null): Promise<void> {
  await app.db
    .updateTable("rail_transfer")
    .set({ next_doubt_at: next })
    .where("ref_no", "=", refNo)
    .where("next_doubt_at", "is not", null)
    .execute();
}
