-- expand
-- The codes of the reasons for which a network or an account is left alone, beside their sentences. Null: the sentence is
-- from before codes were kept.
alter table park add column why_code text;
alter table remote_account add column park_why_code text;
