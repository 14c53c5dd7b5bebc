-- expand
-- The names that a post mentions, each with its handle on each network. They replace the names when the text of a network is made.

alter table post add column mentions jsonb not null default '[]';

-- A post without mentions counts as before, so what is stored stays counted as it was.
create or replace function ph.counted_text(p post) returns bigint language sql immutable as $$
  select ph.counted(p.id, 200 + octet_length(p.content) + coalesce(octet_length(p.title), 0)
    + coalesce(octet_length(p.first_comment), 0) + coalesce(octet_length(p.link), 0)
    + octet_length(p.thread::text) + octet_length(p.media::text)
    + octet_length(p.settings::text) + octet_length(p.metadata::text)
    + case when p.mentions = '[]' then 0 else octet_length(p.mentions::text) end)
$$;
create or replace trigger count_text_of_posts
  after insert or delete or update of content, title, first_comment, link, thread, media, settings, metadata, mentions on post
  for each row execute function ph.count_text();
