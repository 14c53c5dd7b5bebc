-- expand
-- What an owner has stored is added up at each upload, while the owner's row is locked: from this index alone.
create index media_file_stored on media_file (owner_uid) include (size, poster_size) where state = 'stored';

-- The places that an owner has open are counted before more are promised.
create index media_upload_open on media_upload (owner_uid) where settled_at is null;
