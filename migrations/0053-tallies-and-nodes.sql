-- expand
-- Tallies: what the administration counts, so that a question costs the same whatever the number of posts. Each is
-- written by a trigger in the transaction of what it counts, as a row of its own: counting locks nothing. The rows of
-- one key are added up from time to time; readers sum them.

-- Ended publications by the hour of their end. The bucket is the lateness of a published one: bucket k ends at
-- 100 ms times the square root of 2 to the k.
create table publication_tally (
  network text not null,
  mode text not null,
  hour timestamptz not null,
  outcome text not null check (outcome in ('published', 'failed', 'unknown')),
  bucket smallint,
  count bigint not null
);
create index publication_tally_hour on publication_tally (hour);

create table delivery_tally (
  hour timestamptz not null,
  outcome text not null check (outcome in ('delivered', 'failed')),
  count bigint not null
);
create index delivery_tally_hour on delivery_tally (hour);

-- Posts by status; `trash` for those in the trash.
create table post_tally (
  status text not null,
  count bigint not null
);

create function ph.lateness_bucket(lateness interval) returns smallint language sql immutable as $$
  select least(60, greatest(0, ceil(2 * log(2, greatest(extract(epoch from lateness) * 1000, 1) / 100))))::smallint
$$;

create function ph.tally_publication() returns trigger language plpgsql as $$
begin
  insert into publication_tally (network, mode, hour, outcome, bucket, count)
  select new.network, l.mode, date_trunc('hour', new.finished_at, 'UTC'), new.status,
    case new.status when 'published' then ph.lateness_bucket(coalesce(new.shown_at, new.finished_at) - new.wanted_at) end, 1
  from remote_account l where l.id = new.remote_account_id;
  return null;
end $$;
create trigger tally_publication after update on publication for each row
  when (old.finished_at is null and new.finished_at is not null and new.status in ('published', 'failed', 'unknown'))
  execute function ph.tally_publication();

create function ph.tally_delivery() returns trigger language plpgsql as $$
begin
  insert into delivery_tally (hour, outcome, count) values (date_trunc('hour', new.finished_at, 'UTC'), new.status, 1);
  return null;
end $$;
create trigger tally_delivery after update on webhook_delivery for each row
  when (old.finished_at is null and new.finished_at is not null) execute function ph.tally_delivery();

create function ph.post_tally_key(p post) returns text language sql immutable as $$
  select case when p.deleted_at is null then p.status else 'trash' end
$$;
create function ph.tally_posts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into post_tally select ph.post_tally_key(p), count(*) from added p group by 1;
  elsif tg_op = 'DELETE' then
    insert into post_tally select ph.post_tally_key(p), -count(*) from removed p group by 1;
  else
    insert into post_tally values (ph.post_tally_key(old), -1), (ph.post_tally_key(new), 1);
  end if;
  return null;
end $$;
create trigger tally_added_posts after insert on post referencing new table as added
  for each statement execute function ph.tally_posts();
create trigger tally_removed_posts after delete on post referencing old table as removed
  for each statement execute function ph.tally_posts();
create trigger tally_moved_posts after update on post for each row
  when (ph.post_tally_key(old) <> ph.post_tally_key(new)) execute function ph.tally_posts();

insert into post_tally select ph.post_tally_key(p), count(*) from post p group by 1;
insert into publication_tally (network, mode, hour, outcome, bucket, count)
  select p.network, l.mode, date_trunc('hour', p.finished_at, 'UTC'), p.status,
    case p.status when 'published' then ph.lateness_bucket(coalesce(p.shown_at, p.finished_at) - p.wanted_at) end, count(*)
  from publication p join remote_account l on l.id = p.remote_account_id
  where p.finished_at > ph.now() - interval '8 days' and p.status in ('published', 'failed', 'unknown')
  group by 1, 2, 3, 4, 5;

-- The processes of the installation. Each writes its row every few seconds.
create table node (
  id uuid primary key,
  host text not null,
  roles text[] not null,
  version text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  -- Null while it runs; set by an orderly stop.
  stopped_at timestamptz,
  -- The time since which the process could not reach the database, until it could again.
  database_lost_at timestamptz,
  clock_offset_ms bigint not null,
  disk_free_bytes bigint not null,
  disk_total_bytes bigint not null,
  memory_bytes bigint not null
);
