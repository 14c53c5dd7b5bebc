-- expand
-- The code of the reason for which an account must be connected again, beside its sentence. Null: the sentence is from
-- before codes were kept.
alter table account add column status_why_code text;
