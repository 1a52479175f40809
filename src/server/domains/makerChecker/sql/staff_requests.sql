-- Requests that two people decide.

/* SHA-256, in hex, of what the maker asked for, as canonical JSON: jsonb has one order of names. */
create or replace function staff_request_hash(r staff_request) returns text language sql immutable as $$
  select encode(sha256(convert_to(jsonb_build_object(
    'id', r.id, 'kind', r.kind, 'officeId', r.office_id, 'subject', r.subject, 'payload', r.payload,
    'documents', r.documents, 'before', r.before, 'reason', r.reason,
    'maker', r.maker_staff_id, 'makerPerson', r.maker_person_key,
    'madeAt', extract(epoch from r.made_at), 'expiresAt', extract(epoch from r.expires_at)
  )::text, 'UTF8')), 'hex')
$$;

/* A request is open when it is made, and its hash is the table's. */
create or replace function staff_request_is_made() returns trigger language plpgsql as $$
begin
  if new.state <> 'open' then
    raise exception 'a request begins open' using errcode = 'check_violation';
  end if;
  new.payload_hash := staff_request_hash(new);
  return new;
end $$;
create or replace trigger staff_request_is_made before insert on staff_request
  for each row execute function staff_request_is_made();

-- What was asked for never changes, and what was decided stays decided: not even the owner undoes it.
create or replace function staff_request_is_decided_once() returns trigger language plpgsql as $$
begin
  if old.state <> 'open' then
    raise exception 'request % is % already', old.id, old.state using errcode = '42501';
  end if;
  if new.payload_hash <> old.payload_hash or staff_request_hash(new) <> staff_request_hash(old)
    or new.maker_username <> old.maker_username or new.idempotency_key <> old.idempotency_key then
    raise exception 'what request % asks for is fixed', old.id using errcode = '42501';
  end if;
  return new;
end $$;
create or replace trigger staff_request_is_decided_once before update on staff_request
  for each row execute function staff_request_is_decided_once();

/*
 * Nobody asks for or decides what is about themselves, however the employee number is spelled.
 * The people of the staff whom a request is about, in the folded form, by their account or by the membership they
 * have here; none where it is about nobody of the staff.
 */
create or replace function staff_request_about(r staff_request) returns text[] language sql stable as $$
  select array(
    select public.staff_person_folded(s.person_key) from public.staff s
      where r.subject like 'staff:%' and s.username = substr(r.subject, 7)
    union
    select public.staff_person_folded(r.payload ->> 'personKey') where r.kind = 'staff_account'
    union
    select public.staff_people_of_request(r.subject, r.payload))
$$;

/* Who decides is not who it is about. */
create or replace function staff_request_is_not_about_its_checker() returns trigger language plpgsql as $$
declare
  checker text := public.staff_person_folded(new.checker_person_key);
begin
  if checker = any(staff_request_about(new)) then
    raise exception 'request % is about who decides it', new.id
      using errcode = 'check_violation', constraint = 'staff_request_is_about_another';
  end if;
  if checker = public.staff_person_folded(new.maker_person_key) then
    raise exception 'request % was asked for by who decides it (staff_request_needs_two_people)', new.id
      using errcode = 'check_violation', constraint = 'staff_request_needs_two_people';
  end if;
  return new;
end $$;
create or replace trigger staff_request_is_not_about_its_checker before update on staff_request
  for each row when (new.checker_person_key is not null)
  execute function staff_request_is_not_about_its_checker();

/* A document of a request is proof of it: neither changed nor removed. */
create or replace function staff_document_is_proof() returns trigger language plpgsql as $$
begin
  raise exception 'document % belongs to a request', old.id using errcode = '42501';
end $$;
create or replace trigger staff_document_is_proof before update or delete on staff_document
  for each row when (old.request_id is not null) execute function staff_document_is_proof();
