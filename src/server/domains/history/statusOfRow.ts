import { sql } from "kysely";
import type { TransactionStatus } from "#contract/history.ts";

/**
 * How a line `t` of a card's history stands, with its transfer `f` where it is of one: pending while the
 * issuer has approved it and not settled, or the other bank has not said that it has the money.
 */
export const statusOfRow = sql<TransactionStatus>`case
  when t.status = 'pending' or f.state in ('accepted', 'sent', 'unknown') then 'pending'
  else 'posted' end`;
