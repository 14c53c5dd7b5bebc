-- expand
-- The bytes of text that the posts of each owner hold, so that one owner cannot fill the disk. Triggers count, so no writer
-- can forget it and no write has another statement. An owner has several rows, one for each of 32 groups of connections:
-- posts that are created at the same time seldom wait for each other.
create table text_use (
  owner_uid uuid not null references app_user on delete cascade,
  slot smallint not null,
  bytes bigint not null,
  primary key (owner_uid, slot)
) with (fillfactor = 50);

-- `textBytesOfOwner` of the code.
create function ph.text_bytes_max() returns bigint language sql immutable as $$ select 2000000000::bigint $$;

-- Texts count as a multiple of 64 KiB: the one below or the one above, as the bytes between make likely. So most writes count
-- nothing, and the sum of many texts is right: at the maximum, it is off by less than 2 %. The ID chooses, so a text is taken
-- off as it was put on. Each argument is used once, which lets PostgreSQL put the expression in the place of the function.
create function ph.counted(id uuid, bytes integer) returns bigint language sql immutable as $$
  select (bytes + (uuid_hash(id) & 65535)) / 65536 * 65536::bigint
$$;
-- A post without text counts too, so that empty drafts are bounded.
create function ph.counted_text(p post) returns bigint language sql immutable as $$
  select ph.counted(p.id, 200 + octet_length(p.content) + coalesce(octet_length(p.title), 0)
    + coalesce(octet_length(p.first_comment), 0) + coalesce(octet_length(p.link), 0)
    + octet_length(p.thread::text) + octet_length(p.media::text)
    + octet_length(p.settings::text) + octet_length(p.metadata::text))
$$;
-- Most targets have no texts of their own, and count as none.
create function ph.counted_text(t post_target) returns bigint language sql immutable as $$
  select case when t.overrides = '{}' then 0 else ph.counted(t.id, octet_length(t.overrides::text)) end
$$;

-- Far below the maximum, writers of one owner do not wait for each other. Near it, each sees what the others have stored.
create function ph.use_text(owner uuid, more bigint) returns void language plpgsql as $$
declare
  used bigint;
begin
  if more < 0 and not exists (select from app_user where id = owner) then
    return;
  end if;
  insert into text_use as u (owner_uid, slot, bytes) values (owner, pg_backend_pid() % 32, more)
    on conflict (owner_uid, slot) do update set bytes = u.bytes + excluded.bytes;
  if more <= 0 then
    return;
  end if;
  select sum(bytes) into used from text_use where owner_uid = owner;
  if used > ph.text_bytes_max() - 200000000 then
    perform pg_advisory_xact_lock(hashtextextended(owner::text, 85));
    select sum(bytes) into used from text_use where owner_uid = owner;
    if used > ph.text_bytes_max() then
      raise exception 'the posts of % hold too much text', owner using errcode = 'PH001';
    end if;
  end if;
end $$;

-- The functions decide what counts. A condition of a trigger is planned again by every statement, which costs more than the
-- rest of the count; one of plain operators is the exception.
create function ph.count_text() returns trigger language plpgsql as $$
declare
  owner uuid;
  more bigint := 0;
begin
  if tg_op <> 'INSERT' then
    owner := old.owner_uid;
    more := -ph.counted_text(old);
  end if;
  if tg_op <> 'DELETE' then
    owner := new.owner_uid;
    more := more + ph.counted_text(new);
  end if;
  if more <> 0 then
    perform ph.use_text(owner, more);
  end if;
  return null;
end $$;
create trigger count_text_of_posts
  after insert or delete or update of content, title, first_comment, link, thread, media, settings, metadata on post
  for each row execute function ph.count_text();
-- Most targets have no texts of their own.
create trigger count_text_of_added_targets after insert on post_target for each row
  when (new.overrides <> '{}') execute function ph.count_text();
create trigger count_text_of_removed_targets after delete on post_target for each row
  when (old.overrides <> '{}') execute function ph.count_text();
create trigger count_text_of_changed_targets after update of overrides on post_target for each row
  when (old.overrides <> new.overrides) execute function ph.count_text();

insert into text_use
  select owner_uid, 0, sum(bytes) from (
    select p.owner_uid, ph.counted_text(p) as bytes from post p
    union all select t.owner_uid, ph.counted_text(t) from post_target t) counted
  group by 1 having sum(bytes) > 0;
