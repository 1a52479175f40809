-- Members: who they are, their accounts, what they agreed to, what they are told, and how they are found.

-- Branches. A card may be had and kits are kept where has_card_pickup says so.
create table office (
  id bigint primary key,
  branch_name text not null,
  line_1 text not null,
  barangay text not null,
  municipality_city text not null,
  state_province text not null,
  is_active boolean not null default true,
  has_card_pickup boolean not null default true,
  -- Below this many free kits the branch warns.
  kit_minimum integer not null default 5 check (kit_minimum between 0 and 10000)
);

-- Names of states are stored; the wire's numbers are mapped in src/contract.
create table member (
  id bigint generated always as identity primary key,
  guid uuid not null unique,
  membership_no text not null unique check (membership_no ~ '^[0-9]{16}$'),
  username text check (char_length(username) between 8 and 20),
  -- NFKC and lower case: usernames are unique without regard to case.
  username_key text unique,
  password_hash text,
  password_changed_at timestamptz,
  password_waived_until timestamptz,
  password_waives integer not null default 0,
  first_name text not null,
  middle_name text not null default '',
  last_name text not null,
  qualifier text not null default '',
  gender text not null default '',
  civil_status text not null default '',
  date_of_birth date,
  place_of_birth text not null default '',
  nationality text not null default '',
  employer text not null default '',
  rank text not null default '',
  -- E.164
  -- The numbering plan has mobile numbers in 9xx, 813, 817 and 895 to 898 (src/common/mobile.ts says the same).
  mobile_number text constraint member_mobile_number_is_mobile
    check (mobile_number ~ '^\+63(9[0-9]{2}|81[37]|89[5-8])[0-9]{7}$'),
  email_address text not null default '',
  line_1 text not null default '',
  barangay text not null default '',
  municipality_city text not null default '',
  state_province text not null default '',
  zip text not null default '',
  office_id bigint references office (id),
  status text not null default 'active' check (status in ('active', 'suspended', 'cancelled')),
  kyc_status integer not null default 0,
  language text not null default 'en' check (language in ('en', 'fil')),
  last_login_at timestamptz,
  created_at timestamptz not null,
  -- Why online access is not open. What staff closed, only staff opens; what is frozen, member_freeze says how.
  access_closed_for text check (access_closed_for in ('inactivity', 'staff', 'frozen')),
  -- The newest activity that last_login_at does not say: an access opened again, or a session that went
  -- on after its sign-in (cleanUp.ts writes it when it removes the session).
  last_active_at timestamptz,
  -- From when inactivity is counted.
  inactive_since timestamptz not null
    generated always as (greatest(created_at, password_changed_at, last_login_at, last_active_at)) stored,
  inactivity_warned_at timestamptz,
  -- The sign-in before the newest one: what a member compares with what they remember.
  previous_login_at timestamptz,
  -- From every moment at which somebody else may have become the one who acts, until then: money goes only to
  -- payees that were paid or kept before, no limit goes up, and no locked money is released.
  paused_until timestamptz,
  -- From which amount on a purchase or withdrawal with the card is told by a text message: 0 is each of them,
  -- null none. The member sets it.
  purchase_text_from_centavos bigint default 100000
    constraint member_purchase_text_from check (purchase_text_from_centavos between 0 and 99999999999),
  -- Whether the member has limits of their own (own_limit): orders of all others look no further.
  has_own_limits boolean not null default false,
  -- When the pause began, and why; kept after its end. One that goes on into another keeps its beginning.
  paused_at timestamptz,
  paused_for text check (paused_for in (
    'mobile_changed', 'email_changed', 'password_recovered', 'username_recovered', 'new_device', 'joined_again',
    'access_reopened', 'new_passkey', 'passkey_removed', 'unfrozen')),
  -- The number that was the member's until the office changed it, and until when it hears warnings as well.
  former_mobile_number text constraint member_former_mobile_number_is_mobile
    check (former_mobile_number ~ '^\+63(9[0-9]{2}|81[37]|89[5-8])[0-9]{7}$'),
  former_mobile_until timestamptz,
  constraint member_former_mobile_has_an_end
    check ((former_mobile_number is null) = (former_mobile_until is null)),
  constraint member_closed_for_a_reason check ((status = 'active') = (access_closed_for is null))
);

-- How a name is folded for searching stands here alone; what is stored stays as it is. Indexes are made of these
-- functions, so none of them is ever replaced: a change is a new function and a new index. They are bound to each
-- other when they are made, as an index is built without a search path.

-- A name as it is searched: small letters, without the marks of Spanish and Filipino names.
create function name_key(p_name text) returns text language sql immutable parallel safe as $$
  select translate(lower(p_name), 'áàâäãéèêëíìîïóòôöõúùûüñç', 'aaaaaeeeeiiiiooooouuuunc')
$$;

-- The words of a name: small letters without marks, nothing but letters and digits between single blanks.
-- Apostrophes go without a trace: O'Hara is 'ohara'.
create function name_words(p_name text) returns text language sql immutable parallel safe return (
  select btrim(regexp_replace(
    regexp_replace(
      translate(lower(regexp_replace(normalize(p_name, NFD), '[\u0300-\u036f]', '', 'g')), 'đðøłı', 'ddoli'),
      '[''’‘ʼ`´]', '', 'g'),
    '[^[:alnum:]]+', ' ', 'g'))
);

-- The same words with each particle marked as belonging to the next word: 'reyes dela_cruz', 'de_guzman'.
create function name_particles(p_words text) returns text language sql immutable parallel safe return (
  select regexp_replace(
    regexp_replace(p_words, '\mde (la|las|los)\M', 'de\1', 'g'),
    '\m(de|del|dela|delas|delos|da|das|do|dos|di|san|santa|santo|sta|sto|mac|mc|van|von|al|el|bin|ma) (?=[[:alnum:]])',
    '\1_', 'g')
);

-- What a name is found by: its words, its particles with and without a blank behind them, all of it as one
-- word, and Ma., Sta. and Sto. in full and shortened.
create function name_forms(p_name text) returns text language sql immutable parallel safe return (
  select concat_ws(' ', w, replace(p, '_', ' '), replace(p, '_', ''), replace(w, ' ', ''),
    case when w ~ '\mma\M' then 'maria' end,
    case when w ~ '\msta\M' then 'santa' end,
    case when w ~ '\msto\M' then 'santo' end,
    case when w ~ '\msanta\M' then 'sta' end,
    case when w ~ '\msanto\M' then 'sto' end)
  from (select name_words(p_name) as w) as words, lateral (select name_particles(w) as p) as particles
);

-- All names of a member: A the last, B the first, C what stands between and after.
create function member_names(p_first text, p_middle text, p_last text, p_qualifier text)
returns tsvector language sql immutable parallel safe return (
  select setweight(to_tsvector('simple', name_forms(p_last)), 'A')
    || setweight(to_tsvector('simple', name_forms(p_first)), 'B')
    || setweight(to_tsvector('simple', name_forms(p_middle) || ' ' || name_words(p_qualifier)), 'C')
);

-- Only who has online access can lose it.
create index member_by_inactivity on member (inactive_since)
  where username_key is not null and access_closed_for is distinct from 'staff'
    and access_closed_for is distinct from 'frozen';
create index member_by_last_name on member (name_key(last_name) text_pattern_ops, name_key(first_name) text_pattern_ops);
create index member_by_first_name on member (name_key(first_name) text_pattern_ops);
create index member_by_mobile on member (mobile_number) where mobile_number is not null;
create index member_by_email on member (lower(email_address)) where email_address <> '';
create index member_by_office on member (office_id, id);
-- People say one word of a name of several: 'Santos' for 'De los Santos', the second given name for both.
create index member_by_last_name_word on member using gin (to_tsvector('simple', name_key(last_name)));
create index member_by_first_name_word on member using gin (to_tsvector('simple', name_key(first_name)));
create index member_by_names on member
  using gin (member_names(first_name, middle_name, last_name, qualifier));

-- What the issuer asks of a customer and a member's own row lacks.
create table member_identification (
  member_id bigint primary key references member (id),
  mothers_maiden_name text not null default '',
  source_of_funds text not null default '',
  employment text not null default '',
  nature_of_work text not null default '',
  employer text not null default '',
  employer_line_1 text not null default '',
  employer_barangay text not null default '',
  employer_municipality_city text not null default '',
  employer_state_province text not null default '',
  employer_zip text not null default '',
  -- A code of data/live/id-types.json.
  id_type text not null default '' check (id_type ~ '^[0-9]{0,3}$'),
  id_number text not null default '' check (char_length(id_number) <= 40),
  image_selfie bytea,
  image_selfie_sha256 bytea generated always as (sha256(image_selfie)) stored,
  image_id_front bytea,
  image_id_front_sha256 bytea generated always as (sha256(image_id_front)) stored,
  image_id_back bytea,
  image_id_back_sha256 bytea generated always as (sha256(image_id_back)) stored,
  updated_at timestamptz not null
);

-- The serial within the numbers of accounts that are opened here.
create sequence member_account_number as bigint start 5000000 maxvalue 9999999;

-- What a member sees as an account. Capital contribution has two ledger accounts: the withdrawable
-- buffer (2030) and the fixed part (3010); the others have one, and their fixed part is null.
create table member_account (
  id bigint generated always as identity primary key,
  member_id bigint not null references member (id),
  product text not null check (product in ('me', 'savings', 'storage')),
  account_number text not null unique,
  ledger_account_id bigint not null unique references ledger_account (id),
  fixed_ledger_account_id bigint unique references ledger_account (id),
  opened_at timestamptz not null,
  unique (member_id, product)
);

-- What members agreed to.
create table consent (
  id bigint generated always as identity primary key,
  member_id bigint not null references member (id),
  document text not null check (document in ('privacy', 'terms')),
  -- The day the text was issued is its name (src/contract/documents.ts).
  version date not null,
  agreed_at timestamptz not null,
  unique (member_id, document, version)
);

create trigger consent_is_final before update or delete on consent
  for each row execute function refuse_change();
create trigger consent_stays before truncate on consent
  for each statement execute function refuse_change();

-- What a member is told in the portal.
create table notification (
  id bigint generated always as identity primary key,
  member_id bigint not null references member (id),
  -- Key of the text in both languages, and the figures for it.
  kind text not null,
  params jsonb not null default '{}',
  created_at timestamptz not null,
  read_at timestamptz
);

create index notification_by_member on notification (member_id, id desc);

-- What colleagues should know about a member. Never shown to the member, never changed.
create table member_note (
  id bigint generated always as identity primary key,
  member_id bigint not null references member (id),
  body text not null check (char_length(body) between 1 and 1000),
  written_by text not null,
  written_at timestamptz not null
);

create index member_note_by_member on member_note (member_id, id desc);
create trigger member_note_is_final before update or delete on member_note
  for each row execute function refuse_change();
create trigger member_note_stays before truncate on member_note
  for each statement execute function refuse_change();
