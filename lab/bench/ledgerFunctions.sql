-- The ledger's own function as pgbench can call it: the n-th member account, and one control account.
create sequence bench_entry;
create table bench_account (n bigint primary key, id bigint not null);

create function bench_pair(p_a bigint, p_b bigint, p_amount bigint) returns bigint language sql as $$
  select ledger_post('BENCH', 'pair', 'BP' || nextval('bench_entry'), current_date, now(), 'bench',
    array[(select id from bench_account where n = p_a), (select id from bench_account where n = p_b)],
    array['D', 'C'], array[p_amount, p_amount])
$$;

create function bench_hot(p_a bigint, p_amount bigint) returns bigint language sql as $$
  select ledger_post('BENCH', 'hot', 'BH' || nextval('bench_entry'), current_date, now(), 'bench',
    array[(select id from bench_account where n = p_a),
      (select id from ledger_account where book = 'ASSOC' and code = '2310' and subledger = '')],
    array['D', 'C'], array[p_amount, p_amount])
$$;
