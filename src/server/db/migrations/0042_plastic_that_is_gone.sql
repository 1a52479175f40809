-- A personalized card that never arrived, and new plastic in place of what was lost, stolen or has expired.
update card_transition set actor_kinds = '{staff,issuer,job}' where event = 'production_failed';
insert into card_transition (field, from_status, to_status, event, actor_kinds) values
  ('status', 'deactivated', 'not_applied', 'replace_card', '{staff}');

alter table card
  -- What became of the plastic that a new one is to replace; null again once that is in use.
  add column replaces text check (replaces in ('lost', 'stolen', 'expired', 'replaced'));

alter table card_fee
  -- For new plastic in place of what was lost or stolen; of what has expired it costs nothing.
  add column replacement_fee_centavos bigint not null default 15000 check (replacement_fee_centavos >= 0);
update card_fee set replacement_fee_centavos = 10000 where kind = 'generic';
alter table card_fee alter column replacement_fee_centavos drop default;

-- Plastic that was announced and never came.
alter table card_kit
  add constraint card_kit_states check (state in ('announced', 'in_stock', 'reserved', 'released', 'activated',
    'returned', 'destroyed', 'missing')) not valid;
alter table card_kit validate constraint card_kit_states;
alter table card_kit drop constraint card_kit_state_check;

insert into role_action (role, action, scope) values
  ('card_officer', 'request.card_not_made', 'own'),
  ('supervisor', 'request.card_not_made', 'own'),
  ('supervisor', 'decide.card_not_made', 'own'),
  ('card_officer', 'request.replace_card', 'own'),
  ('supervisor', 'request.replace_card', 'own'),
  ('supervisor', 'decide.replace_card', 'own');

-- When the issuer is asked next whether a try to activate without an answer made the card work; null when
-- nobody asks any more.
alter table card_application add column activation_look_at timestamptz;
update card_application set activation_look_at = activation_asked_at where activation_asked_at is not null;
create index card_application_to_look on card_application (activation_look_at) where activation_look_at is not null;

-- Plastic that a new one took the place of: what is told late of it is of no card of today.
create table replaced_plastic (
  token text primary key check (char_length(token) between 1 and 64),
  card_id bigint not null references card (id),
  replaced_at timestamptz not null
);
create trigger replaced_plastic_is_final before update or delete on replaced_plastic
  for each row execute function refuse_change();
create trigger replaced_plastic_stays before truncate on replaced_plastic
  for each statement execute function refuse_change();
