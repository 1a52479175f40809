-- Nobody asks for or decides what is about themselves.

/*
 * The person of the staff that a request is about, by the employee number without its dashes; null where it
 * is about nobody of the staff. A new account is about whoever it is for.
 */
create function staff_request_about(r staff_request) returns text language sql stable as $$
  select replace(coalesce(
    (select s.person_key from staff s
      where r.subject like 'staff:%' and s.username = substr(r.subject, 7)),
    case when r.kind = 'staff_account' then r.payload ->> 'personKey' end), '-', '')
$$;

create function staff_request_is_not_about_its_checker() returns trigger language plpgsql as $$
begin
  if replace(new.checker_person_key, '-', '') = staff_request_about(new) then
    raise exception 'request % is about who decides it', new.id
      using errcode = 'check_violation', constraint = 'staff_request_is_about_another';
  end if;
  return new;
end $$;
create trigger staff_request_is_not_about_its_checker before update on staff_request
  for each row when (new.checker_person_key is not null)
  execute function staff_request_is_not_about_its_checker();
