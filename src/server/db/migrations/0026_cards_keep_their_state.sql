-- A card that was suspended when it was deactivated is suspended again when it is taken into use.
alter table card
  add column deactivated_from text check (deactivated_from in ('active', 'suspended'));
