-- no transaction: member is large, and is written to while its rows are looked at
alter table member validate constraint member_mobile_number_is_mobile;
