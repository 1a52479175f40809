import { sql } from "kysely";
import type { App } from "#server/platform/app.ts";
import { inquireInDoubt } from "./askInstapay.ts";
import { nextDoubt } from "./inquiryTimes.ts";

const AT_ONCE = 20;

/**
 * Asks the switch about InstaPay transfers that were given back because nobody had answered, for a day: an
 * answer that was lost is told only to who asks. What was credited after all is booked as owed and put
 * before a person (takeWord). Answers how many it asked about.
 */
export async function askAboutDoubts(app: App): Promise<number> {
  const at = app.now();
  const { rows } = await sql<{ ref_no: string; returned_at: Date }>`
    select r.ref_no, t.returned_at from rail_transfer r join transfer t using (ref_no)
    where r.next_doubt_at <= ${at} and t.returned_at is not null
    order by r.next_doubt_at limit ${AT_ONCE}`.execute(app.db);
  await Promise.all(
    rows.map(async ({ ref_no: refNo, returned_at: returnedAt }) => {
      await putOff(app, refNo, nextDoubt(returnedAt, at));
      try {
        if (await inquireInDoubt(app, refNo)) await putOff(app, refNo, null);
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
