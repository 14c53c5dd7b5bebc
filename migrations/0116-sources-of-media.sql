-- expand
-- The source of a file that was added from a provider of stock photos: the provider, the author and the license. Null
-- for a file that somebody uploaded.

alter table media add column source jsonb;
