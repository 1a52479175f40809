-- A rail may call several transfers alike ('NOTPROVIDED', a running number): such a name is none of any of them.
alter table rail_reference
  drop constraint rail_reference_pkey,
  add primary key (rail, reference, ref_no);
