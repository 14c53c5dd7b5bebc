-- expand
-- The digest of what a target publishes, so that the same post is not planned twice by accident. Null if the post may
-- repeat another (a recycled post, a run of a recurring rule, a copy of a fan-out), if it was never armed, or if an earlier
-- version armed it.
alter table post_target add column digest bytea;
-- Days for which a published post counts as the same one. With 0, nothing is compared.
alter table profile add column same_post_days smallint not null default 7 check (same_post_days between 0 and 90);

-- Finds for each account and digest the latest post of another id that is planned, in progress, or was published within
-- the days given. With locks, transactions that arm the same post take turns, and each sees what the previous one stored:
-- the query after the lock has a snapshot of its own. An account has 64 locks, so a long import cannot fill the lock table.
create function ph.same_posts(accounts uuid[], digests bytea[], days integer[], own uuid[], locks boolean)
returns table (place bigint, other uuid, at timestamptz, state text) language plpgsql
-- Planned once for each connection, since planning takes longer than the query. A plan that is made while the tables are
-- small must not read them whole later.
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  if locks then
    perform pg_advisory_xact_lock(x.key) from (
      select distinct hashtextextended(a.account || ' ' || get_byte(a.digest, 0) % 64, 94) as key
      from unnest(accounts, digests) a (account, digest) order by 1) x;
  end if;
  return query
    select a.place, s.post_id, s.at, s.state
    from unnest(accounts, digests, days) with ordinality a (account, digest, days, place)
    cross join lateral (
      select t.post_id, f.at, f.state
      from (
        select * from post_target known where known.account_id = a.account and known.digest = a.digest
          and known.post_id <> all(own) and known.removed_at is null
        order by known.id desc limit 1000) t
      join post po on po.id = t.post_id and po.deleted_at is null
      left join publication p on p.id = t.publication_id
      cross join lateral (
        select
          case
            when p.status in ('published', 'unknown') then coalesce(p.shown_at, p.finished_at, p.begun_last, p.wanted_at)
            when p.status in ('queued', 'publishing', 'processing', 'held') then p.wanted_at
            when po.status = 'scheduled' then po.scheduled_at
          end as at,
          case when p.status in ('published', 'unknown') then p.status else 'planned' end as state) f
      where f.at is not null and (f.state = 'planned' or f.at > ph.now() - make_interval(days => a.days))
      order by f.at desc, t.post_id limit 1) s;
end $$;
