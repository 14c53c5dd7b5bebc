-- expand
-- Analytics: the numbers of posts and accounts over time, and their roll-ups.

-- The sums of a day's hours: the k-th is what was gained in its first k hours. This is a gain in one hour, 0 to 23.
create function ph.gain_in_hour(hour integer, gain numeric) returns bigint[] immutable language sql as $$
  select array_agg(case when k > hour then gain::bigint else 0 end order by k) from generate_series(1, 24) k
$$;

create function ph.add_each(one bigint[], other bigint[]) returns bigint[] immutable language sql as $$
  select array_agg(a + b order by k) from unnest(one, other) with ordinality u(a, b, k)
$$;

-- The newest numbers of each published target. A target whose network is not asked has no due time. The rows outlive
-- their posts: what an account has gained stays true when a post is deleted here.
alter table metrics_watch
  drop constraint metrics_watch_target_id_fkey,
  drop constraint metrics_watch_publication_id_fkey,
  add column views bigint not null default 0,
  add column likes bigint not null default 0,
  add column comments bigint not null default 0,
  add column shares bigint not null default 0,
  add column saves bigint not null default 0,
  add column impressions bigint not null default 0,
  add column reach bigint not null default 0,
  add column engagement bigint not null generated always as (likes + comments + shares + saves) stored,
  -- What engagement is compared with.
  add column seen bigint not null generated always as
    (case when impressions > 0 then impressions when reach > 0 then reach else views end) stored,
  -- The time of the last look that brought numbers.
  add column fetched_at timestamptz;
create index metrics_watch_published on metrics_watch (account_id, published_at);

-- The numbers of a target whenever they changed. Rows are only added, and expire by month.
create table metrics_snapshot (
  account_id uuid not null,
  target_id uuid not null,
  at timestamptz not null,
  views bigint not null,
  likes bigint not null,
  comments bigint not null,
  shares bigint not null,
  saves bigint not null,
  impressions bigint not null,
  reach bigint not null,
  primary key (account_id, target_id, at)
) partition by range (at);
create table metrics_snapshot_default partition of metrics_snapshot default;

-- An account as a lane of work, its own next look, and what its network said about it last.
create table metrics_account (
  account_id uuid primary key references account (id) on delete cascade,
  due_at timestamptz not null,
  -- The numbers that the network has ever told about the account's posts.
  told text[] not null default '{}',
  followers bigint,
  following bigint,
  total_posts bigint,
  fetched_at timestamptz,
  -- How often in a row the network could not be asked.
  failures integer not null default 0,
  parked_until timestamptz not null default '-infinity',
  lease_until timestamptz not null default '-infinity',
  holder text,
  fence bigint not null default 0
);
create index metrics_account_due on metrics_account (account_id, due_at);

create view metrics_due as
  select account_id, due_at from metrics_watch where due_at is not null
  union all
  select account_id, due_at from metrics_account;

create table metrics_account_snapshot (
  account_id uuid not null references account (id) on delete cascade,
  at timestamptz not null,
  followers bigint,
  following bigint,
  total_posts bigint not null,
  views bigint not null,
  likes bigint not null,
  comments bigint not null,
  shares bigint not null,
  saves bigint not null,
  impressions bigint not null,
  reach bigint not null,
  primary key (account_id, at)
);

-- Roll-up: the newest numbers of the targets that an account published on a day (UTC).
create table metrics_published (
  account_id uuid not null references account (id) on delete cascade,
  day date not null,
  posts integer not null,
  -- The quarter of an hour, 0 to 95, of each publication, in order.
  quarters smallint[] not null,
  views bigint not null,
  likes bigint not null,
  comments bigint not null,
  shares bigint not null,
  saves bigint not null,
  impressions bigint not null,
  reach bigint not null,
  -- The sums of what an average rate is made of: engagement, up to what was seen, and what was seen.
  counted bigint not null,
  seen bigint not null,
  primary key (account_id, day)
);

-- Roll-up: what all targets of an account gained on a day (UTC), as sums of its hours.
create table metrics_gained (
  account_id uuid not null references account (id) on delete cascade,
  day date not null,
  views bigint[] not null,
  likes bigint[] not null,
  comments bigint[] not null,
  shares bigint[] not null,
  saves bigint[] not null,
  impressions bigint[] not null,
  reach bigint[] not null,
  primary key (account_id, day)
);

-- Roll-up: the newest numbers of a post over its targets, on each network and on all of them.
create table metrics_post (
  post_id uuid not null references post (id) on delete cascade,
  -- A network, or `all`.
  place text not null,
  profile_id uuid not null references profile (id) on delete cascade,
  -- When the first of the targets was published.
  published_at timestamptz not null,
  views bigint not null,
  likes bigint not null,
  comments bigint not null,
  shares bigint not null,
  saves bigint not null,
  impressions bigint not null,
  reach bigint not null,
  counted bigint not null,
  seen bigint not null,
  engagement bigint not null generated always as (likes + comments + shares + saves) stored,
  -- False until a network has told numbers.
  has_numbers boolean not null,
  primary key (post_id, place)
);
create index metrics_post_best on metrics_post (profile_id, place, engagement desc, published_at);
create index metrics_post_latest on metrics_post (profile_id, place, published_at);

-- Reads of networks that charge for them, by month.
create table metrics_reads (
  network text not null,
  mode text not null check (mode in ('sandbox', 'live')),
  month date not null,
  used bigint not null,
  primary key (network, mode, month)
);

-- The last refresh that was asked for, by owner.
create table metrics_refresh (
  owner_uid uuid primary key references app_user (id) on delete cascade,
  at timestamptz not null
);

-- Posts that were published before.
insert into metrics_account (account_id, due_at) select id, ph.now() from account;

insert into metrics_watch (target_id, publication_id, account_id, network, remote_id, published_at, due_at)
  select t.id, p.id, p.account_id, p.network, p.remote_id, p.shown_at,
    case when p.network <> 'x' then ph.now() + random() * interval '1 day' end
  from publication p join post_target t on t.publication_id = p.id
  where p.status = 'published' and p.shown_at is not null and p.remote_id is not null
  on conflict (target_id) do nothing;

insert into metrics_published (account_id, day, posts, quarters, views, likes, comments, shares, saves, impressions,
    reach, counted, seen)
  select account_id, (published_at at time zone 'UTC')::date, count(*), array_agg(quarter order by quarter),
    0, 0, 0, 0, 0, 0, 0, 0, 0
  from metrics_watch w, lateral (
    select (extract(hour from w.published_at at time zone 'UTC') * 4
      + floor(extract(minute from w.published_at at time zone 'UTC') / 15))::smallint as quarter) q
  group by 1, 2;

insert into metrics_post (post_id, place, profile_id, published_at, views, likes, comments, shares, saves, impressions,
    reach, counted, seen, has_numbers)
  select p.id, place, p.profile_id, min(w.published_at), 0, 0, 0, 0, 0, 0, 0, 0, 0, false
  from metrics_watch w join post_target t on t.id = w.target_id join post p on p.id = t.post_id
  cross join lateral (values ('all'), (w.network)) places(place)
  group by p.id, place;
