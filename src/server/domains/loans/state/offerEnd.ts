import { sql } from "kysely";

/**
 * When the offer `o` is over. An offer from before its statement was written down (loan_statement) has a document
 * with the figures of one day, the day it was made, and is over with that day.
 */
export const offerEnd = sql<Date>`case
  when exists (select from loan_statement s where s.offer_id = o.id) then o.expires_at
  else least(o.expires_at, ((o.made_at at time zone 'Asia/Manila')::date + 1)::timestamp
    at time zone 'Asia/Manila' - interval '1 millisecond')
end`;
