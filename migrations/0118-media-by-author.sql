-- expand
-- The files that a person uploaded, newest first in each profile, for a list of an author who has few of many files.
create index concurrently media_author on media (author_uid, profile_id, id) where author_uid is not null;
