-- expand
-- Small images of files for lists: WebP, at most 192 pixels a side. Each is made when it is first shown.
create table media_thumbnail (
  file_key text primary key references media_file on delete cascade,
  image bytea not null check (octet_length(image) <= 65536)
);
