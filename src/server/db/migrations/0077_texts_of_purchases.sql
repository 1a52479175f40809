-- From which amount on a purchase or withdrawal with the card is told by a text message: 0 is each of them,
-- null none. The member sets it.
alter table member
  add column purchase_text_from_centavos bigint default 100000
    constraint member_purchase_text_from check (purchase_text_from_centavos between 0 and 99999999999);
