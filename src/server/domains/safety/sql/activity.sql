/* Whether the member has signed in from the network with this mark, at any time that is kept. */
create or replace function has_signed_in_from(p_member_id bigint, p_source_mark text) returns boolean
language sql stable
begin atomic
  select exists (select from member_activity a
    where a.member_id = p_member_id and a.source_mark = p_source_mark
      and a.kind in ('signed_in', 'signed_in_new_device'));
end;
