-- What orders from a card are made of: amounts, limits, reference numbers, answers.

/* Centavos as they stand on the wire: 125050 is '1250.50'. */
create or replace function decimal_text(p_centavos bigint) returns text language sql immutable
return (p_centavos / 100)::text || '.' || lpad((p_centavos % 100)::text, 2, '0');

/* A figure of transfer_limit. */
create or replace function transfer_limit_of(p_name text) returns bigint language sql stable
begin atomic
  select l.centavos from transfer_limit l where l.name = p_name;
end;

/* A new reference number of the Manila day: of a card 'CT', of InstaPay 'IP', of PESONet 'PN'. */
create or replace function transfer_ref_no(p_kind text, p_at timestamptz) returns text language sql volatile
return case p_kind when 'card' then 'CT' when 'instapay' then 'IP' else 'PN' end
  || to_char(p_at at time zone 'Asia/Manila', 'YYMMDD') || '-' || lpad(nextval('transfer_number')::text, 10, '0');

/* What an accepted order is answered, and its repeats. `creditBy` is of PESONet. */
create or replace function order_answer(p_ref_no text, p_at timestamptz, p_credit_by timestamptz) returns jsonb language sql stable
return jsonb_strip_nulls(jsonb_build_object(
  'refNo', p_ref_no,
  'txnDate', to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'state', 'accepted',
  'creditBy', to_char(p_credit_by at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));

/* What the code must approve: what was ordered, and where it comes from and what it costs. */
create or replace function full_intent(p_intent jsonb, p_amount_centavos bigint, w order_from_card) returns jsonb
language sql immutable
return p_intent || jsonb_build_object('from', w.account_no, 'fee', decimal_text(w.fee_centavos),
  'total', decimal_text(p_amount_centavos + w.fee_centavos));
