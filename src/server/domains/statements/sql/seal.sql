/*
 * All that a statement says, in one form for ever: `npm run verify-statement` reads it, and every seal is over it.
 * Amounts are whole centavos, moments UTC. A line is an entry of the books: number, entry, its last posting on the
 * account, booked at, business date, amount (negative: out), balance, operation, step, reference.
 */
create or replace function statement_text(s public.account_statement) returns text
language sql stable as $$
  select concat_ws(E'\n', 'statement 1', 'account ' || a.account_number, 'month ' || to_char(s.month, 'YYYY-MM'),
      'opening ' || s.opening_centavos, 'in ' || s.in_centavos, 'out ' || s.out_centavos,
      'closing ' || s.closing_centavos, 'lines ' || s.entries, (
        select string_agg(format('line %s %s %s %s %s %s %s %s %s %s', m.no, m.journal_entry_id, m.last,
          to_char(e.booked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), to_char(e.business_date, 'YYYY-MM-DD'),
          m.net, m.balance, e.operation, e.step, e.reference), E'\n' order by m.no)
        from (
          select n.*, row_number() over (order by n.last) as no,
            s.opening_centavos + sum(n.net) over (order by n.last) as balance
          from (
            select p.journal_entry_id, max(p.id) as last,
              sum(case p.side when 'C' then p.amount_centavos else -p.amount_centavos end) as net
            from (
              select * from public.posting p where p.ledger_account_id = a.ledger_account_id
                and p.id > s.after_posting_id and p.id <= s.last_posting_id
              union all
              select * from public.posting p where p.ledger_account_id = a.fixed_ledger_account_id
                and p.id > s.after_fixed_posting_id and p.id <= s.last_fixed_posting_id
            ) p
            group by p.journal_entry_id
          ) n
        ) m join public.journal_entry e on e.id = m.journal_entry_id
      )) || E'\n'
  from public.member_account a where a.id = s.account_id
$$;

/* A leaf of a month's tree, as RFC 6962 has them: a leaf is never taken for what stands above two of them. */
create or replace function statement_leaf(s public.account_statement) returns bytea
language sql stable as $$
  select sha256('\x00'::bytea || s.salt || convert_to(public.statement_text(s), 'UTF8'))
$$;

/* The root over hashes of leaves, or of whole parts of a tree that are equally high but for the last (RFC 6962). */
create or replace function statement_merkle(p_hashes bytea[]) returns bytea
language plpgsql immutable parallel safe as $$
declare
  v_level bytea[] := p_hashes;
begin
  if coalesce(cardinality(v_level), 0) = 0 then
    return sha256(''::bytea);
  end if;
  while cardinality(v_level) > 1 loop
    select array_agg(case when m.next is null then m.hash else sha256('\x01'::bytea || m.hash || m.next) end order by m.no)
      into v_level
      from (
        select u.hash, u.no, lead(u.hash) over (order by u.no) as next from unnest(v_level) with ordinality u (hash, no)
      ) m
      where m.no % 2 = 1;
  end loop;
  return v_level[1];
end $$;

/* A month's record, as it is hashed and signed. */
create or replace function statement_seal_text(s public.statement_seal) returns text
language sql stable as $$
  select concat_ws(E'\n', 'statements 1', 'month ' || to_char(s.month, 'YYYY-MM'), 'leaves ' || s.leaves,
    'root ' || encode(s.root, 'hex'), 'former ' || encode(s.former_hash, 'hex'),
    'made ' || to_char(s.made_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) || E'\n'
$$;

/* Gives a statement its leaf. A month that has all of its statements gets none after that. */
create or replace function statement_gets_leaf() returns trigger language plpgsql as $$
begin
  if exists (select from public.statement_month m where m.month = new.month and m.ended_at is not null) then
    raise exception 'the statements of % are made', new.month;
  end if;
  -- Twice 122 random bits.
  new.salt := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
  new.leaf := public.statement_leaf(new);
  return new;
end $$;

create or replace trigger account_statement_gets_leaf before insert on account_statement
  for each row execute function statement_gets_leaf();

/*
 * One step of sealing the first month that has its statements and no seal: the next part of p_leaves leaves, a power
 * of two, or when none is left, the month's record. 'part', 'sealed' with the record, or 'none'.
 */
create or replace function statement_seal_next(p_leaves integer, p_at timestamptz,
  out o_step text, out o_month date, out o_leaves integer, out o_root text, out o_hash text)
language plpgsql security definer as $$
declare
  v_made integer;
  v_after bigint;
  v_last bigint;
  v_count integer;
  v_hashes bytea[];
  v_seal public.statement_seal;
begin
  o_step := 'none';
  select m.month, m.statements into o_month, v_made from public.statement_month m
    where m.ended_at is not null and not exists (select from public.statement_seal s where s.month = m.month)
    order by m.month limit 1 for update;
  -- Another may have sealed it while this one waited.
  if o_month is null or exists (select from public.statement_seal s where s.month = o_month) then
    return;
  end if;
  select coalesce(max(b.last_id), 0) into v_after from public.statement_block b;
  select max(n.id), count(*), array_agg(n.leaf order by n.id) into v_last, v_count, v_hashes
    from (
      select s.id, s.leaf from public.account_statement s
      where s.id > v_after and s.month = o_month order by s.id limit p_leaves
    ) n;
  if v_count > 0 then
    insert into public.statement_block (month, block, after_id, last_id, leaves, root)
      select o_month, count(*), v_after, v_last, v_count, public.statement_merkle(v_hashes)
      from public.statement_block b where b.month = o_month;
    o_step := 'part';
    return;
  end if;
  select s.* into v_seal from public.statement_seal s order by s.month desc limit 1;
  v_seal.former_month := v_seal.month;
  v_seal.former_hash := coalesce(v_seal.hash, decode(repeat('00', 32), 'hex'));
  v_seal.month := o_month;
  v_seal.made_at := p_at;
  select coalesce(sum(b.leaves), 0), public.statement_merkle(array_agg(b.root order by b.block))
    into v_seal.leaves, v_seal.root from public.statement_block b where b.month = o_month;
  if v_seal.leaves <> v_made then
    raise exception '% has % statements, and % leaves', o_month, v_made, v_seal.leaves;
  end if;
  v_seal.hash := sha256(convert_to(public.statement_seal_text(v_seal), 'UTF8'));
  insert into public.statement_seal select v_seal.*;
  o_step := 'sealed';
  o_leaves := v_seal.leaves;
  o_root := encode(v_seal.root, 'hex');
  o_hash := encode(v_seal.hash, 'hex');
end $$;
