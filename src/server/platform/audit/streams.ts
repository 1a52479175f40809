import { type RawBuilder, sql } from "kysely";

/**
 * Rows that one transaction seals. Never raise it: in a chain that was sealed with less, a run that was
 * cut short would look complete (timing.ts).
 */
export const BATCH_ROWS = 1_000;

/** One of the two chains, and where its rows and seals are. `row` is the alias its texts go by. */
export type Stream = {
  name: "audit" | "ledger";
  table: string;
  rows: RawBuilder<unknown>;
  seals: RawBuilder<unknown>;
  /** Draws the ids of the rows. */
  sequence: string;
  /** When the row says that it happened. */
  at: RawBuilder<unknown>;
  /**
   * Every column but the id, as one text. JSON keeps texts apart from their neighbours and writes
   * moments the same whatever the session's settings.
   */
  contents: RawBuilder<unknown>;
};

const audit: Stream = {
  name: "audit",
  table: "public.audit_event",
  rows: sql`public.audit_event`,
  seals: sql`public.audit_seal`,
  sequence: "public.audit_event_id_seq",
  at: sql`"row".at`,
  contents: sql`json_build_array("row".at at time zone 'UTC', "row".actor_kind, "row".actor,
    "row".action, "row".object, "row".correlation_id, "row".detail)::text`,
};

/** An entry is sealed with its postings: they are written by the same statement. */
const ledger: Stream = {
  name: "ledger",
  table: "public.journal_entry",
  rows: sql`public.journal_entry`,
  seals: sql`public.ledger_seal`,
  sequence: "public.journal_entry_id_seq",
  at: sql`"row".booked_at`,
  contents: sql`json_build_array("row".operation, "row".step, "row".reference, "row".business_date,
    "row".booked_at at time zone 'UTC', "row".actor, "row".reversal_of, (
      select json_agg(json_build_array(p.id, p.ledger_account_id, p.side, p.amount_centavos,
        p.balance_after_centavos) order by p.id, p.ledger_account_id)
      from public.posting p where p.journal_entry_id = "row".id))::text`,
};

export const STREAMS: readonly Stream[] = [audit, ledger];
