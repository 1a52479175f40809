/** Each column, and a value that it did not have. */
export const AUDIT_EDITS = [
  "at = at + make_interval(secs => 0.000001)",
  "at = at - make_interval(days => $2::int + 1)",
  "actor_kind = case actor_kind when 'system' then 'visitor' else 'system' end",
  "actor = actor || $2",
  "action = 'x' || $2",
  "object = object || ' '",
  "correlation_id = upper(correlation_id) || $2",
  "detail = detail || jsonb_build_object('more', $2::text)",
  "detail = jsonb_set(detail, '{amount}', to_jsonb(1000000 + $2::int))",
  "detail = detail - 'text'",
  "actor = object, object = actor",
];
export const ENTRY_EDITS = [
  "operation = operation || $2",
  "step = step || $2",
  "reference = reference || '-' || $2",
  "business_date = business_date + 1 + $2::int",
  "booked_at = booked_at + make_interval(secs => 0.000001)",
  "actor = $2 || actor",
  "reversal_of = id",
];
export const POSTING_EDITS = [
  "amount_centavos = amount_centavos + 1 + $2::int",
  "side = case side when 'D' then 'C' else 'D' end",
  "ledger_account_id = ledger_account_id + 1000 + $2::int",
  "balance_after_centavos = coalesce(balance_after_centavos, 0) + 1",
  "id = id + 1000000 + $2::int",
];
export const SEAL_EDITS = [
  "hash = sha256(hash || $2::text::bytea)",
  "row_mac = sha256(row_mac || $2::text::bytea)",
  "sealed_at = sealed_at + make_interval(secs => 0.001)",
  "sealed_at = sealed_at - make_interval(days => 1 + $2::int)",
  "hash = row_mac, row_mac = hash",
];
