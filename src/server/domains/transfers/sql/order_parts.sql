-- What orders are made of: amounts, limits, reference numbers, answers.

/* Centavos as they stand on the wire: 125050 is '1250.50'. */
create or replace function decimal_text(p_centavos bigint) returns text language sql immutable
return (p_centavos / 100)::text || '.' || lpad((p_centavos % 100)::text, 2, '0');

/* A figure of transfer_limit; null where a kind has none. */
create or replace function transfer_limit_of(p_name text) returns bigint language sql stable
begin atomic
  select l.centavos from transfer_limit l where l.name = p_name;
end;

/* What a transfer of this kind costs; nothing where a shop is paid by its code: whoever takes payments for it pays. */
create or replace function transfer_fee_of(k transfer_kind, p_is_to_shop boolean) returns bigint language sql stable
return case when p_is_to_shop or k.fee_limit is null then 0 else transfer_limit_of(k.fee_limit) end;

/* Whether a code that a shop made for one payment was paid by this member, and did not come back. */
create or replace function is_shop_code_paid(p_member_id bigint, p_shop jsonb) returns boolean language sql stable
begin atomic
  select p_shop is not null and p_shop ->> 'once' <> '' and exists (
    select from transfer t
    where t.member_id = p_member_id and t.shop ->> 'once' = p_shop ->> 'once' and t.shop ->> 'once' <> ''
      and t.state <> 'returned');
end;

/* 'on' where this kind of transfer is switched on, and transfers altogether are; else how they are off. */
create or replace function transfer_feature(k transfer_kind) returns text language sql stable
begin atomic
  select coalesce(min(f.state) filter (where f.state <> 'on'), 'on') from feature f
    where f.name in ('transferFunds', k.feature) having count(*) = 2;
end;

/* What a member may still send to other banks in a day and its month, as transfer_total names them, of the two limits. */
create or replace function other_bank_left(
  p_member_id bigint, p_day text, p_month text, p_daily_centavos bigint, p_monthly_centavos bigint
) returns table (today bigint, this_month bigint) language sql stable
begin atomic
  select greatest(p_daily_centavos - coalesce(sum(t.sent_centavos) filter (where t.period = p_day), 0), 0)::bigint,
      greatest(p_monthly_centavos - coalesce(sum(t.sent_centavos) filter (where t.period = p_month), 0), 0)::bigint
    from transfer_total t where t.member_id = p_member_id and t.period in (p_day, p_month);
end;

/* What a member sent to other banks in the Manila day of a moment, but for what came back. */
create or replace function sent_to_other_banks(p_member_id bigint, p_at timestamptz) returns bigint language sql stable
begin atomic
  select coalesce(sum(t.sent_centavos), 0)::bigint from transfer_total t
    where t.member_id = p_member_id and t.period = to_char(p_at at time zone 'Asia/Manila', 'YYYY-MM-DD');
end;

/* A new reference number of the Manila day. */
create or replace function transfer_ref_no(k transfer_kind, p_at timestamptz) returns text language sql volatile
return k.reference_prefix || to_char(p_at at time zone 'Asia/Manila', 'YYMMDD') || '-'
  || lpad(nextval('transfer_number')::text, 10, '0');

/* The entry that accepts an order of this kind, from an account that it names or from what the kind leaves: operation and step. */
create or replace function accepting_entry(k transfer_kind, p_is_of_account boolean) returns text[] language sql immutable
return case when p_is_of_account then array[k.from_account_operation, k.from_account_step]
  else array[k.accept_operation, k.accept_step] end;

/* What an accepted order is answered, and its repeats. `creditBy` is of what is cleared in batches. */
create or replace function order_answer(p_ref_no text, p_at timestamptz, p_credit_by timestamptz) returns jsonb language sql stable
return jsonb_strip_nulls(jsonb_build_object(
  'refNo', p_ref_no,
  'txnDate', to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'state', 'accepted',
  'creditBy', to_char(p_credit_by at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));

/* What the code must approve: what was ordered, and where it comes from and what it costs. */
create or replace function full_intent(
  p_intent jsonb, p_account_no text, p_amount_centavos bigint, p_fee_centavos bigint
) returns jsonb language sql immutable
return p_intent || jsonb_build_object('from', p_account_no, 'fee', decimal_text(p_fee_centavos),
  'total', decimal_text(p_amount_centavos + p_fee_centavos));
