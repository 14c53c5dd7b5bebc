-- expand
-- How many captions of the month were given back, because the AI provider failed.
alter table caption_use add column given_back integer not null default 0;
