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

-- A row without text counts too, so that empty drafts are bounded.
create function ph.text_bytes(p post) returns bigint language sql immutable as $$
  select 200 + octet_length(p.content) + coalesce(octet_length(p.title), 0) + coalesce(octet_length(p.first_comment), 0)
    + coalesce(octet_length(p.link), 0) + octet_length(p.thread::text) + octet_length(p.media::text)
    + octet_length(p.settings::text) + octet_length(p.metadata::text)
$$;
create function ph.text_bytes(overrides jsonb) returns bigint language sql immutable as $$
  select octet_length(overrides::text)::bigint
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

create function ph.count_text_of_posts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform ph.use_text(x.owner_uid, x.bytes) from
      (select p.owner_uid, sum(ph.text_bytes(p))::bigint as bytes from added p group by 1 order by 1) x;
  elsif tg_op = 'DELETE' then
    perform ph.use_text(x.owner_uid, -x.bytes) from
      (select p.owner_uid, sum(ph.text_bytes(p))::bigint as bytes from removed p group by 1 order by 1) x;
  else
    perform ph.use_text(new.owner_uid, ph.text_bytes(new) - ph.text_bytes(old));
  end if;
  return null;
end $$;
create trigger count_text_of_added_posts after insert on post referencing new table as added
  for each statement execute function ph.count_text_of_posts();
create trigger count_text_of_removed_posts after delete on post referencing old table as removed
  for each statement execute function ph.count_text_of_posts();
create trigger count_text_of_changed_posts
  after update of content, title, first_comment, link, thread, media, settings, metadata on post for each row
  when (ph.text_bytes(old) <> ph.text_bytes(new)) execute function ph.count_text_of_posts();

create function ph.count_text_of_targets() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform ph.use_text(new.owner_uid, ph.text_bytes(new.overrides));
  elsif tg_op = 'DELETE' then
    perform ph.use_text(old.owner_uid, -ph.text_bytes(old.overrides));
  else
    perform ph.use_text(new.owner_uid, ph.text_bytes(new.overrides) - ph.text_bytes(old.overrides));
  end if;
  return null;
end $$;
-- Most targets have no texts of their own, and cost nothing here.
create trigger count_text_of_added_targets after insert on post_target for each row
  when (new.overrides <> '{}') execute function ph.count_text_of_targets();
create trigger count_text_of_removed_targets after delete on post_target for each row
  when (old.overrides <> '{}') execute function ph.count_text_of_targets();
create trigger count_text_of_changed_targets after update of overrides on post_target for each row
  when (ph.text_bytes(old.overrides) <> ph.text_bytes(new.overrides)) execute function ph.count_text_of_targets();

insert into text_use
  select owner_uid, 0, sum(bytes) from (
    select p.owner_uid, ph.text_bytes(p) as bytes from post p
    union all select t.owner_uid, ph.text_bytes(t.overrides) from post_target t where t.overrides <> '{}') counted
  group by 1;
