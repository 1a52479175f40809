-- People say one word of a name of several: 'Santos' for 'De los Santos', the second given name for both.

create index member_by_last_name_word on member using gin (to_tsvector('simple', name_key(last_name)));
create index member_by_first_name_word on member using gin (to_tsvector('simple', name_key(first_name)));
