import type pg from "pg";

/** Written by SQL functions of the owner, the baseline or migrations alone: the application reads them. */
const READ_ONLY = [
  "chart_account",
  "installation",
  "ledger_account",
  "journal_entry",
  "posting",
  "ledger_hold",
  "ledger_roll_up",
  "role_action",
  "recipe_line",
  "transfer_kind",
  "ledger_day_total",
  "ledger_close",
  "business_day",
  "card_transition",
  "earning_rate",
  "earning_line",
  "interest_day",
  "account_statement",
  "statement_block",
  "statement_month",
  "statement_seal",
  "loan_product",
  "loan_application_transition",
  "loan_authority",
];
/** The application adds to these and never changes them. */
const APPEND_ONLY = [
  "account_statement_file",
  "audit_event",
  "audit_seal",
  "card_event",
  "card_batch_file",
  "cash_count",
  "card_batch_order",
  "card_kit_order",
  "card_release",
  "card_stock_count",
  "consent",
  "interest_start",
  "ledger_seal",
  "loan_accrual",
  "loan_application_event",
  "loan_payment",
  "loan_penalty",
  "loan_approval",
  "loan_assessment",
  "loan_disclosure",
  "loan_proposal",
  "loan_proposal_voided",
  "loan_statement",
  "loan_work",
  "member_note",
  "member_opening",
  "message_template",
  "reconciliation_line",
  "reconciliation_proof",
  "payroll_deposit",
  "payroll_file",
  "payroll_line",
  "payroll_line_undone",
  "rail_reference",
  "replaced_plastic",
  "seal_verification",
  "statement_seal_signature",
  "transfer_case_event",
  "transfer_receipt",
];
/** What ends and is cleaned up: from no other table does the application remove a row. */
const SHORT_LIVED = [
  "idempotency_key",
  "invariant_run",
  "mail_message",
  "member_activity",
  "member_import_chunk",
  "member_import_row",
  "otp_challenge",
  "outbox",
  "own_limit",
  "process_sign",
  "push_notice",
  "push_subscription",
  "recovery_grant",
  "saved_recipient",
  "saved_view",
  "sealed_call",
  "session",
  "signed_nonce",
  "sign_up_draft",
  "staff_document",
  "staff_session",
  "text_message",
  "throttle",
];
/** Of these rows the application changes only what is named here. */
const CHANGED_COLUMNS: Record<string, readonly string[]> = {
  approval_policy: ["chosen", "chosen_hours"],
  asked_proof: ["began_at", "proof_id", "given_up_at"],
  card_order: ["is_waiting", "state", "asked_at", "attempts", "next_ask_at", "ended_at", "answer"],
  inward_credit: [
    "state",
    "next_try_at",
    "asked_at",
    "issuer_reference",
    "refused_for",
    "return_file",
    "ended_at",
  ],
  inward_return_file: ["sent_at", "next_try_at"],
  member_activity: ["at", "times"],
  cash_drawer: ["state", "closed_at", "counted_centavos", "difference_entry_id"],
  cash_limit: ["centavos"],
  cash_move: [
    "state",
    "drawer_id",
    "decided_by_staff_id",
    "decided_by",
    "decided_at",
    "expected_centavos",
    "journal_entry_id",
  ],
  cash_vault: ["inside_centavos", "moves"],
  cash_receipt: ["printed"],
  cash_withdrawal: ["state", "decided_at", "receipt_id"],
  earning_run: [
    "state",
    "posts_on",
    "approved_by",
    "posted_at",
    "is_repeated",
    "reversal_by",
    "reversed_at",
  ],
  loan_offer: ["accepted_at", "accepted_pin_id"],
  payee_check: ["known_at"],
  passkey: ["counter", "name", "is_synced", "last_used_at", "removed_at", "removed_by_code"],
  push_notice: ["accepted_at", "texted_at"],
  push_subscription: ["last_pushed_at", "ended_at", "end_reason"],
  remittance: ["state", "approved_by", "posted_at", "withdrawn_by", "withdrawn_at"],
  remittance_line: [
    "loan_id",
    "account_id",
    "expected_centavos",
    "verdict",
    "state",
    "settlement",
    "settled_by",
    "settled_at",
  ],
  standing_deduction: ["until_month", "ended_by", "ended_at"],
  staff_membership: ["member_id", "set_at"],
  staff_passkey: ["counter", "name", "is_synced", "last_used_at", "removed_at"],
  rail_message: ["ref_no", "batch_id", "outcome", "reason"],
  staff_request: [
    "state",
    "checker_staff_id",
    "checker_username",
    "checker_person_key",
    "decided_at",
    "note",
  ],
  staff_document: ["request_id"],
  transfer_schedule: ["next_on", "state", "paused_for", "payee_check_id", "ended_for", "ended_at"],
  transfer_schedule_day: ["state", "tries", "tried_at", "refused_for", "ref_no"],
};
/** Hashes of secrets, and texts that wait for a phone: nothing to look at for whoever only reads. */
const SECRET_COLUMNS: Record<string, readonly string[]> = {
  card: ["pan_mac"],
  card_application: ["activation_pan_mac"],
  device: ["secret_hash"],
  first_time_code: ["code_hmac"],
  loan_disclosure: ["bytes"],
  loan_statement: ["page"],
  payroll_file: ["bytes"],
  member: ["password_hash"],
  member_identification: ["id_number", "image_selfie", "image_id_front", "image_id_back"],
  member_import_chunk: ["bytes"],
  otp_challenge: ["pin_hmac", "browser_hash", "webauthn_challenge"],
  outbox: ["payload"],
  push_subscription: ["endpoint", "p256dh", "auth"],
  recovery_grant: ["secret_hash"],
  staff_document: ["bytes"],
  session: ["token_hash", "previous_token_hash", "cookie_hash"],
  sign_up_draft: ["password_hash"],
  staff: ["password_hash", "totp_secret", "enrolment_hmac", "pending_totp"],
  staff_device: ["secret_hash"],
  staff_session: ["token_hash", "previous_token_hash", "cookie_hash"],
  text_message: ["number_hmac"],
};
/** Functions that only reckon, by which whoever only reads checks the books as well. */
const CHECKING = ["statement_text", "statement_leaf", "statement_merkle", "statement_seal_text"];
/** Neither read nor written by the application. */
const OWN = ["schema_migration", "schema_function_file"];

/**
 * Gives the roles exactly what they may do, as the owner, in the caller's transaction: that of each
 * migration and of the functions, so that at no moment a running program lacks what a new function or table needs. What is
 * not granted here is not allowed: no role but the owner truncates, references or creates anything.
 */
export async function grantAccess(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')",
  );
  await client.query(SCHEMA_GRANTS);
  for (const { name } of rows) {
    await client.query(
      `grant ${rightsOn(name)} on public.${client.escapeIdentifier(name)} to bank_app`,
    );
  }
  await letReadersCheck(client);
  await hideSecrets(client);
}

async function letReadersCheck(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ signature: string }>(
    `select oid::regprocedure::text as signature from pg_proc
     where pronamespace = 'public'::regnamespace and proname = any($1)`,
    [CHECKING],
  );
  for (const { signature } of rows) {
    await client.query(`grant execute on function ${signature} to bank_readonly`);
  }
}

/** The same for the job queue's tables, once its own migrations made them. */
export async function grantJobQueue(client: pg.Client): Promise<void> {
  await client.query(JOB_QUEUE_GRANTS);
}

function rightsOn(table: string): string {
  if (READ_ONLY.includes(table) || OWN.includes(table)) return "select";
  if (APPEND_ONLY.includes(table)) return "select, insert";
  const columns = CHANGED_COLUMNS[table]?.join(", ");
  if (columns !== undefined) {
    return `select, insert, update (${columns})${SHORT_LIVED.includes(table) ? ", delete" : ""}`;
  }
  return SHORT_LIVED.includes(table) ? "select, insert, update, delete" : "select, insert, update";
}

/** Every column but the secret ones, also those that later migrations add. */
async function hideSecrets(client: pg.Client): Promise<void> {
  for (const [table, secrets] of Object.entries(SECRET_COLUMNS)) {
    const { rows } = await client.query<{ column_name: string }>(
      `select column_name from information_schema.columns
        where table_schema = 'public' and table_name = $1 and column_name <> all ($2)`,
      [table, secrets],
    );
    // A later migration makes this table.
    if (rows.length === 0) continue;
    const shown = rows.map(({ column_name: name }) => client.escapeIdentifier(name)).join(", ");
    await client.query(`revoke select on public.${table} from bank_readonly`);
    await client.query(`grant select (${shown}) on public.${table} to bank_readonly`);
  }
}

const SCHEMA_GRANTS = `
  revoke all on schema public from public;
  revoke all on all tables in schema public from public, bank_app, bank_readonly;
  revoke all on all sequences in schema public from public, bank_app, bank_readonly;
  revoke all on all functions in schema public from public, bank_app, bank_readonly;
  alter default privileges in schema public revoke all on tables from public;
  alter default privileges revoke execute on functions from public;
  grant usage on schema public to bank_app, bank_readonly;
  grant select on all tables in schema public to bank_readonly;
  grant usage on all sequences in schema public to bank_app;
  grant select on all sequences in schema public to bank_readonly;
  grant execute on all functions in schema public to bank_app;
  grant execute on function public.ledger_account_id(text, text, text) to bank_readonly;
`;

/**
 * The library turns row security on so that only its owner works; the worker runs as bank_app, so a
 * policy lets that role through.
 */
const JOB_QUEUE_GRANTS = `
  grant usage on schema graphile_worker to bank_app, bank_readonly;
  grant select on all tables in schema graphile_worker to bank_readonly;
  grant select, insert, update, delete on all tables in schema graphile_worker to bank_app;
  revoke insert, update, delete on graphile_worker.migrations from bank_app;
  grant usage on all sequences in schema graphile_worker to bank_app;
  grant execute on all functions in schema graphile_worker to bank_app;
  do $$
  declare
    secured text;
  begin
    for secured in
      select c.relname from pg_class c
      where c.relnamespace = 'graphile_worker'::regnamespace and c.relrowsecurity
        and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'bank_app_works')
    loop
      execute format(
        'create policy bank_app_works on graphile_worker.%I to bank_app using (true) with check (true)',
        secured);
    end loop;
  end $$;
`;
