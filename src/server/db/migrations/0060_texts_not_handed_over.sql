-- no transaction: text_message is large, and is written to while this goes on
-- Whether codes are late is asked with every configuration: few texts wait, and many went out lately.
drop index concurrently if exists text_message_not_handed_over;
create index concurrently text_message_not_handed_over on text_message (created_at) where handed_over_at is null;
