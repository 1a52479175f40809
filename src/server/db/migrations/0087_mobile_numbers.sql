-- Mobile numbers are not in 9xx alone: the numbering plan has them in 813, 817 and 895 to 898, too. Every row
-- fulfils the former rule, and so this one (src/common/mobile.ts says the same); 0088 validates it.
alter table member drop constraint member_mobile_number_check;
alter table member add constraint member_mobile_number_is_mobile
  check (mobile_number ~ '^\+63(9[0-9]{2}|81[37]|89[5-8])[0-9]{7}$') not valid;
