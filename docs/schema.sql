-- Generated from the migrations by `npm run gen`. Do not edit.

CREATE OR REPLACE FUNCTION ph.add_each(one bigint[], other bigint[])
 RETURNS bigint[]
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select array_agg(a + b order by k) from unnest(one, other) with ordinality u(a, b, k)
$function$
;

CREATE OR REPLACE FUNCTION ph.bring_looks_forward()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from metrics_account where account_id in (select account_id from changed where due_at is not null)
    order by account_id for no key update;
  update metrics_account m set next_look_at = sooner.due_at
    from (select account_id, min(due_at) as due_at from changed where due_at is not null group by account_id) sooner
    where m.account_id = sooner.account_id and m.next_look_at > sooner.due_at;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION ph.bring_own_look_forward()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.next_look_at := least(new.next_look_at, new.due_at);
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION ph.class_of(engagement bigint)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when engagement > 0 then floor(10 * log(engagement::float8))::smallint else -1::smallint end
$function$
;

CREATE OR REPLACE FUNCTION ph.count_text()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION ph.counted(id uuid, bytes integer)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select (bytes + (uuid_hash(id) & 65535)) / 65536 * 65536::bigint
$function$
;

CREATE OR REPLACE FUNCTION ph.counted_text(p post)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select ph.counted(p.id, 200 + octet_length(p.content) + coalesce(octet_length(p.title), 0)
    + coalesce(octet_length(p.first_comment), 0) + coalesce(octet_length(p.link), 0)
    + octet_length(p.thread::text) + octet_length(p.media::text)
    + octet_length(p.settings::text) + octet_length(p.metadata::text)
    + case when p.mentions = '[]' then 0 else octet_length(p.mentions::text) end)
$function$
;

CREATE OR REPLACE FUNCTION ph.counted_text(t post_target)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when t.overrides = '{}' then 0 else ph.counted(t.id, octet_length(t.overrides::text)) end
$function$
;

CREATE OR REPLACE FUNCTION ph.gain_in_hour(hour integer, gain numeric)
 RETURNS bigint[]
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select array_agg(case when k > hour then gain::bigint else 0 end order by k) from generate_series(1, 24) k
$function$
;

CREATE OR REPLACE FUNCTION ph.home()
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  server text := 'unknown';
begin
  begin
    server := (select system_identifier from pg_catalog.pg_control_system())
      || '.' || pg_catalog.left(pg_catalog.pg_walfile_name(pg_catalog.pg_current_wal_lsn()), 8);
  exception when others then
    null;
  end;
  return server
    || '.' || (select oid from pg_catalog.pg_database where datname = pg_catalog.current_database())
    || '.' || coalesce(pg_catalog.to_regclass('installation')::oid, 0);
end
$function$
;

CREATE OR REPLACE FUNCTION ph.label_key(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN lower(regexp_replace(btrim(NORMALIZE(name, NFC)), '\s+'::text, ' '::text, 'g'::text))
;

CREATE OR REPLACE FUNCTION ph.lateness_bucket(lateness interval)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select least(60, greatest(0, ceil(2 * log(2, greatest(extract(epoch from lateness) * 1000, 1) / 100))))::smallint
$function$
;

CREATE OR REPLACE FUNCTION ph.new_id()
 RETURNS uuid
 LANGUAGE sql
AS $function$
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch from ph.now()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
$function$
;

CREATE OR REPLACE FUNCTION ph.note_departed_guest()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into departed_guest (id, owner_uid)
    select old.id, old.owner_uid where exists (select from app_user where id = old.owner_uid) on conflict do nothing;
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION ph.note_user_words()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from user_word where uid = new.id;
  insert into user_word (word, uid) select word, new.id from ph.words_of(coalesce(new.email, '') || ' ' || new.name) word;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION ph.now()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$select pg_catalog.now()$function$
;

CREATE OR REPLACE FUNCTION ph.post_tally_key(p post)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when p.deleted_at is null then p.status else 'trash' end
$function$
;

CREATE OR REPLACE FUNCTION ph.profile_of(kind text, object_id uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  select case $1
    when 'prof' then $2
    when 'pinv' then (select profile_id from profile_invite where id = $2)
    when 'acc' then (select profile_id from account where id = $2)
    when 'set' then (select profile_id from account_set where id = $2)
    when 'txt' then (select profile_id from saved_text where id = $2)
    when 'ment' then (select profile_id from mention_entry where id = $2)
    when 'lbl' then (select profile_id from label where id = $2)
    when 'slots' then (select profile_id from slot_plan where id = $2)
    when 'view' then (select profile_id from saved_view where id = $2)
    when 'post' then (select profile_id from post where id = $2)
    when 'rec' then (select profile_id from recurring_rule where id = $2)
    when 'media' then (select profile_id from media where id = $2)
    when 'note' then (select profile_id from calendar_note where id = $2)
    when 'csrc' then (select profile_id from calendar_source where id = $2)
    when 'idea' then (select profile_id from idea where id = $2)
    when 'stage' then (select profile_id from idea_stage where id = $2)
    when 'cal' then (select profile_id from calendar_feed where id = $2)
  end
$function$
;

CREATE OR REPLACE FUNCTION ph.same_posts(accounts uuid[], digests bytea[], days integer[], own uuid[], locks boolean)
 RETURNS TABLE(place bigint, other uuid, at timestamp with time zone, state text)
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION ph.tally_accounts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into account_tally select a.network, a.status, count(*) from added a where a.disconnected_at is null group by 1, 2;
  elsif tg_op = 'DELETE' then
    insert into account_tally select a.network, a.status, -count(*) from removed a where a.disconnected_at is null
      group by 1, 2;
  else
    insert into account_tally
      select x.network, x.status, x.count from (values (old.network, old.status, -1, old.disconnected_at is null),
        (new.network, new.status, 1, new.disconnected_at is null)) x (network, status, count, counts) where x.counts;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION ph.tally_delivery()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into delivery_tally (hour, outcome, count) values (date_trunc('hour', new.finished_at, 'UTC'), new.status, 1);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION ph.tally_posts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into post_tally select ph.post_tally_key(p), count(*) from added p group by 1;
  elsif tg_op = 'DELETE' then
    insert into post_tally select ph.post_tally_key(p), -count(*) from removed p group by 1;
  else
    insert into post_tally values (ph.post_tally_key(old), -1), (ph.post_tally_key(new), 1);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION ph.tally_profiles()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into profile_tally select count(*) from added p where p.deleted_at is null;
  elsif tg_op = 'DELETE' then
    insert into profile_tally select -count(*) from removed p where p.deleted_at is null;
  else
    insert into profile_tally values (case when new.deleted_at is null then 1 else -1 end);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION ph.tally_publication()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into publication_tally (network, mode, hour, outcome, bucket, count, last_at)
  select new.network, l.mode, date_trunc('hour', new.finished_at, 'UTC'), new.status,
    case new.status when 'published' then ph.lateness_bucket(coalesce(new.shown_at, new.finished_at) - new.wanted_at) end, 1,
    coalesce(new.shown_at, new.finished_at)
  from remote_account l where l.id = new.remote_account_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION ph.tally_users()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into user_tally select u.plan, u.role, u.subscription_status, count(*) from added u group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into user_tally select u.plan, u.role, u.subscription_status, -count(*) from removed u group by 1, 2, 3;
  else
    insert into user_tally values (old.plan, old.role, old.subscription_status, -1),
      (new.plan, new.role, new.subscription_status, 1);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION ph.text_bytes_max()
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$ select 2000000000::bigint $function$
;

CREATE OR REPLACE FUNCTION ph.use_text(owner uuid, more bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION ph.words_of(said text)
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select distinct word from regexp_split_to_table(lower(said), '[[:space:]!-/:-@\[-`{-~]+') word where word <> ''
$function$
;

create table account (
  id uuid not null,
  owner_uid uuid not null,
  profile_id uuid not null,
  remote_account_id uuid not null,
  grant_id uuid not null,
  network text not null,
  mode text not null,
  handle text not null,
  display_name text,
  avatar text,
  facts jsonb not null default '{}'::jsonb,
  status text not null,
  status_why text,
  is_default boolean not null,
  connected_by uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  last_checked_at timestamp with time zone,
  disconnected_at timestamp with time zone,
  settings jsonb not null default '{}'::jsonb,
  status_why_code text,
  UNIQUE (owner_uid, id),
  PRIMARY KEY (id),
  FOREIGN KEY (connected_by) REFERENCES app_user(id) ON DELETE SET NULL,
  FOREIGN KEY (grant_id) REFERENCES network_grant(id),
  FOREIGN KEY (owner_uid) REFERENCES app_user(id) ON DELETE CASCADE,
  FOREIGN KEY (owner_uid, profile_id) REFERENCES profile(owner_uid, id) ON DELETE CASCADE,
  FOREIGN KEY (remote_account_id) REFERENCES remote_account(id),
  CHECK (((status = 'disconnected'::text) = (disconnected_at IS NOT NULL))),
  CHECK ((mode = ANY (ARRAY['sandbox'::text, 'trial'::text, 'live'::text]))),
  CHECK ((status = ANY (ARRAY['active'::text, 'needs_reconnect'::text, 'disconnected'::text])))
);

create table account_set (
  id uuid not null,
  profile_id uuid not null,
  name text not null,
  account_ids uuid[] not null,
  created_by uuid,
  created_at timestamp with time zone not null,
  PRIMARY KEY (id),
  FOREIGN KEY (created_by) REFERENCES app_user(id) ON DELETE SET NULL,
  FOREIGN KEY (profile_id) REFERENCES profile(id) ON DELETE CASCADE
);

create table account_tally (
  network text not null,
  status text not null,
  count bigint not null
);

create table alert (
  id uuid not null,
  kind text not null,
  severity text not null,
  message text not null,
  subject text,
  created_at timestamp with time zone not null,
  acked_at timestamp with time zone,
  acked_by uuid,
  watched boolean not null default false,
  seen_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  raised_by uuid,
  ack_note text,
  raise_told_at timestamp with time zone,
  close_told_at timestamp with time zone,
  PRIMARY KEY (id),
  FOREIGN KEY (acked_by) REFERENCES app_user(id) ON DELETE SET NULL,
  FOREIGN KEY (raised_by) REFERENCES app_user(id) ON DELETE SET NULL,
  CHECK ((severity = ANY (ARRAY['info'::text, 'warning'::text, 'critical'::text])))
);

create table alert_pref (
  uid uuid not null,
  email boolean not null,
  min_severity text not null,
  kinds text[] not null,
  chat boolean not null default true,
  PRIMARY KEY (uid),
  FOREIGN KEY (uid) REFERENCES app_user(id) ON DELETE CASCADE,
  CHECK ((min_severity = ANY (ARRAY['info'::text, 'warning'::text, 'critical'::text])))
);

create table api_key (
  id uuid not null,
  uid uuid not null,
  name text not null,
  secret_hash bytea not null,
  display_prefix text not null,
  scopes text[] not null,
  profile_ids uuid[],
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  UNIQUE (secret_hash),
  PRIMARY KEY (id),
  FOREIGN KEY (uid) REFERENCES app_user(id) ON DELETE CASCADE
);

create table api_request (
  id uuid not null,
  key_id uuid not null,
  at timestamp with time zone not null,
  method text not null,
  path text not null,
  status smallint not null,
  code text,
  request_id text not null,
  PRIMARY KEY (id),
  FOREIGN KEY (key_id) REFERENCES api_key(id) ON DELETE CASCADE
);

create table app_code (
  code_hash bytea not null,
  app_id uuid not null,
  redirect_uri text not null,
  challenge text not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  PRIMARY KEY (code_hash),
  FOREIGN KEY (app_id) REFERENCES connected_app(id) ON DELETE CASCADE
);

create table app_token (
  token_hash bytea not null,
  app_id uuid not null,
  kind text not null,
  scopes text[] not null,
  issued_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  PRIMARY KEY (token_hash),
  FOREIGN KEY (app_id) REFERENCES connected_app(id) ON DELETE CASCADE,
  CHECK ((kind = ANY (ARRAY['access'::text, 'refresh'::text])))
);

create table app_user (
  id uuid not null,
  issuer text not null,
  subject text not null,
  email text,
  email_verified boolean not null default false,
  name text not null,
  avatar text,
  timezone text not null default 'UTC'::text,
  locale text not null default 'en'::text,
  role text not null,
  plan text not null,
  subscription_status text not null default 'active'::text,
  past_due_since timestamp with time zone,
  mfa_enabled boolean not null default false,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  disabled_at timestamp with time zone,
  disabled_reason text,
  exported_at timestamp with time zone,
  locale_chosen boolean not null default false,
  face_id uuid,
  UNIQUE (issuer, subject),
  PRIMARY KEY (id),
  CHECK ((role = ANY (ARRAY['user'::text, 'support'::text, 'admin'::text, 'superadmin'::text]))),
  CHECK ((subscription_status = ANY (ARRAY['active'::text, 'past_due'::text, 'cancelled'::text])))
);

create table audit_entry (
  id uuid not null,
  at timestamp with time zone not null,
  actor_uid uuid,
  actor_kind text not null,
  actor_key_id uuid,
  owner_uid uuid,
  action text not null,
  subject text not null,
  changes jsonb not null default '{}'::jsonb,
  request_id text,
  tx xid8 not null default pg_current_xact_id(),
  position bigint,
  salt bytea,
  changes_digest bytea not null,
  leaf bytea not null,
  profile_id uuid,
  via text,
  PRIMARY KEY (id),
  CHECK ((actor_kind = ANY (ARRAY['user'::text, 'api-key'::text, 'app'::text, 'system'::text, 'directory'::text]))),
  CHECK ((via = 'chat'::text))
);

create table audit_seal (
  no bigint not null,
  sealed_at timestamp with time zone not null,
  first_position bigint not null,
  last_position bigint not null,
  leaves bytea not null,
  previous bytea not null,
  hash bytea not null,
  sealed_hash bytea,
  PRIMARY KEY (no)
);

create table backup (
  name text not null,
  place text not null,
  taken_at timestamp with time zone not null,
  finished_at timestamp with time zone not null,
  rows bigint not null,
  bytes bigint not null,
  media_files bigint not null,
  media_bytes bigint not null,
  is_verified boolean not null,
  PRIMARY KEY (name)
);

create table bulk_edit (
  id uuid not null,
  uid uuid not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  PRIMARY KEY (id),
  FOREIGN KEY (uid) REFERENCES app_user(id) ON DELETE CASCADE
);

create table bulk_edit_post (
  batch_id uuid not null,
  post_id uuid not null,
  place smallint not null,
  version integer not null,
  before jsonb not null,
  PRIMARY KEY (batch_id, post_id),
  FOREIGN KEY (batch_id) REFERENCES bulk_edit(id) ON DELETE CASCADE,
  FOREIGN KEY (post_id) REFERENCES post(id) ON DELETE CASCADE
);

create table calendar_day (
  source_id uuid not null,
  place integer not null,
  from_date date not null,
  to_date date not null,
  text text not null,
  PRIMARY KEY (source_id, place),
  FOREIGN KEY (source_id) REFERENCES calendar_source(id) ON DELETE CASCADE
);

create table calendar_feed (
  id uuid not null,
  profile_id uuid not null,
  token_hash bytea not null,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  UNIQUE (token_hash),
  PRIMARY KEY (id),
  FOREIGN KEY (created_by) REFERENCES app_user(id) ON DELETE CASCADE,
  FOREIGN KEY (profile_id) REFERENCES profile(id) ON DELETE CASCADE
);

create table calendar_note (
  id uuid not null,
  profile_id uuid not null,
  text text not null,
  from_date date not null,
  to_date date not null,
  label_id uuid,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  PRIMARY KEY (id),
  FOREIGN KEY (created_by) REFERENCES app_user(id) ON DELETE SET NULL,
  FOREIGN KEY (label_id) REFERENCES label(id) ON DELETE SET NULL,
  FOREIGN KEY (profile_id) REFERENCES profile(id) ON DELETE CASCADE,
  CHECK ((to_date >= from_date))
);

create table calendar_source (
  id uuid not null,
  profile_id uuid not null,
  name text not null,
  url text not null,
  refreshed_at timestamp with time zone,
  problem text,
  partial integer not null default 0,
  due_at timestamp with time zone not null,
  created_by uuid,
  created_at timestamp with time zone not null,
  UNIQUE (profile_id, url),
  PRIMARY KEY (id),
  FOREIGN KEY (created_by) REFERENCES app_user(id) ON DELETE SET NULL,
  FOREIGN KEY (profile_id) REFERENCES profile(id) ON DELETE CASCADE
);

create table cancellation (
  id bigint not null,
  uid uuid,
  plan text not null,
  reason text not null,
  comment text,
  at timestamp with time zone not null,
  PRIMARY KEY (id),
  FOREIGN KEY (uid) REFERENCES app_user(id) ON DELETE SET NULL
);

create table caption_use (
  owner_uid uuid not null,
  month date not null,
  used integer not null,
  given_back integer not null default 0,
  PRIMARY KEY (owner_uid, month),
  FOREIGN KEY (owner_uid) REFERENCES app_user(id) ON DELETE CASCADE
);

create table client_key (
  kid text not null,
  public_jwk jsonb not null,
  sealed_private_jwk bytea not null,
  created_at timestamp with time zone not null,
  PRIMARY KEY (kid)
);

create table clock_watch (
  only_row boolean not null default true,
  seen_at timestamp with time zone not null,
  PRIMARY KEY (only_row),
  CHECK (only_row)
);

create table company_flow (
  state_hash bytea not null,
  browser_hash bytea not null,
  next text,
  uid uuid,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  proved_uid uuid,
  sealed_id_token bytea,
  sealed_person bytea,
  PRIMARY KEY (state_hash),
  FOREIGN KEY (proved_uid) REFERENCES app_user(id) ON DELETE CASCADE,
  FOREIGN KEY (uid) REFERENCES app_user(id) ON DELETE CASCADE,
  CHECK ((length(next) <= 2000))
);

create table company_identity (
  issuer text not null,
  subject text not null,
  uid uuid not null,
  email text,
  connected_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  PRIMARY KEY (issuer, subject),
  FOREIGN KEY (uid) REFERENCES app_user(id) ON DELETE CASCADE,
  CHECK ((length(issuer) <= 2000)),
  CHECK ((length(subject) <= 255))
);

create table company_session (
  session_id uuid not null,
  sealed_id_token bytea not null,
  PRIMARY KEY (session_id),
  FOREIGN KEY (session_id) REFERENCES sign_in_session(id) ON DELETE CASCADE
);

create table connected_app (
  id uuid not null,
  uid uuid not null,
  client_id text not null,
  name text not null,
  home_url text,
  audience text not null,
  scopes text[] not null,
  profile_ids uuid[],
  created_at timestamp with time zone not null,
  connected_at timestamp with time zone,
  last_used_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  PRIMARY KEY (id),
  FOREIGN KEY (uid) REFERENCES app_user(id) ON DELETE CASCADE,
  CHECK ((audience = ANY (ARRAY['api'::text, 'mcp'::text])))
);

create table conversation (
  id uuid not null,
  profile_id uuid not null,
  account_id uuid not null,
  network text not null,
  kind text not null,
  root_id text not null,
  post_id uuid,
  state text not null,
  snoozed_until timestamp with time zone,
  assignee_uid uuid,
  last_in_at timestamp with time zone,
  last_out_at timestamp with time zone,
  unanswered_since timestamp with time zone,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  erased_at timestamp with time zone,
  UNIQUE (account_id, root_id),
  PRIMARY KEY (id),
  FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  FOREIGN KEY (assignee_uid) REFERENCES app_user(id) ON DELETE SET NULL,
  FOREIGN KEY (post_id) REFERENCES post(id) ON DELETE SET NULL,
  FOREIGN KEY (profile_id) REFERENCES profile(id) ON DELETE CASCADE,
  CHECK (((state = 'snoozed'::text) = (snoozed_until IS NOT NULL))),
  CHECK ((kind = ANY (ARRAY['comment'::text, 'mention'::text, 'quote'::text]))),
  CHECK ((state = ANY (ARRAY['open'::text, 'done'::text, 'snoozed'::text])))
);

create table conversation_label (
  conversation_id uuid not null,
  label_id uuid not null,
  PRIMARY KEY (label_id, conversation_id),
  FOREIGN KEY (conversation_id) REFERENCES conversation(id) ON DELETE CASCADE,
  FOREIGN KEY (label_id) REFERENCES label(id) ON DELETE CASCADE
);

create table conversation_note (
  id uuid not null,
  conversation_id uuid not null,
  author_uid uuid,
  text text not null,
  created_at timestamp with time zone not null,
  PRIMARY KEY (id),
  FOREIGN KEY (author_uid) REFERENCES app_user(id) ON DELETE SET NULL,
  FOREIGN KEY (conversation_id) REFERENCES conversation(id) ON DELETE CASCADE
);

create table conversation_note_mention (
  note_id uuid not null,
  uid uuid not null,
  PRIMARY KEY (note_id, uid),
  FOREIGN KEY (note_id) REFERENCES conversation_note(id) ON DELETE CASCADE,
  FOREIGN KEY (uid) REFERENCES app_user(id) ON DELETE CASCADE
);

create table cron_config (
  name text not null,
  schedule text,
  enabled boolean not null,
  updated_at timestamp with time zone not null,
  updated_by uuid,
  PRIMARY KEY (name),
  FOREIGN KEY (updated_by) REFERENCES app_user(id) ON DELETE SET NULL
);

create table cron_run (
  name text not null,
  scheduled_for timestamp with time zone not null,
  started_at timestamp with time zone not null,
  job_id uuid,
  by_uid uuid,
  begun_at timestamp with time zone,
  finished_at timestamp with time zone,
  attempts integer not null default 0,
  outcome text,
  error text,
  PRIMARY KEY (name, scheduled_for),
  FOREIGN KEY (by_uid) REFERENCES app_user(id) ON DELETE SET NULL,
  CHECK (((outcome IS NULL) = (finished_at IS NULL))),
  CHECK ((outcome = ANY (ARRAY['done'::text, 'failed'::text])))
);

create table data_deletion (
  code text not null,
  network text not null,
  principal_hash bytea not null,
  state text not null,
  accounts integer not null default 0,
  requested_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  PRIMARY KEY (code),
  CHECK ((state = ANY (ARRAY['received'::text, 'done'::text])))
);

create table data_folder (
  id uuid not null,
  seen_at timestamp with time zone not null,
  has_mark boolean not null default false,
  PRIMARY KEY (id)
);

create table delivery_tally (
  hour timestamp with time zone not null,
  outcome text not null,
  count bigint not null,
  CHECK ((outcome = ANY (ARRAY['delivered'::text, 'failed'::text])))
);

create table departed_guest (
  id uuid not null,
  owner_uid uuid not null,
  PRIMARY KEY (id)
);

create table departed_subject (
  subject_hash bytea not null,
  departed_at timestamp with time zone not null,
  PRIMARY KEY (subject_hash)
);

create table device_request (
  device_hash bytea not null,
  user_code_mac bytea not null,
  client_id text not null,
  name text not null,
  home_url text,
  audience text not null,
  scopes text[] not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  poll_seconds integer not null,
  polled_at timestamp with time zone,
  app_id uuid,
  refused_at timestamp with time zone,
  UNIQUE (user_code_mac),
  PRIMARY KEY (device_hash),
  FOREIGN KEY (app_id) REFERENCES connected_app(id) ON DELETE CASCADE,
  CHECK ((audience = ANY (ARRAY['api'::text, 'mcp'::text])))
);

create table directory_contact (
  only_row boolean not null default true,
  last_request_at timestamp with time zone not null,
  PRIMARY KEY (only_row),
  CHECK (only_row)
);

create table directory_grant (
  group_id uuid not null,
  profile_id uuid not null,
  role text not null,
  PRIMARY KEY (group_id, profile_id),
  FOREIGN KEY (group_id) REFERENCES directory_group(id) ON DELETE CASCADE,
  FOREIGN KEY (profile_id) REFERENCES profile(id) ON DELETE CASCADE,
  CHECK ((role = ANY (ARRAY['admin'::text, 'editor'::text, 'approver'::text, 'contributor'::text, 'viewer'::text])))
);

create table directory_group (
  id uuid not null,
  display_name text not null,
  external_id text,
  role text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  PRIMARY KEY (id),
  CHECK (((length(display_name) >= 1) AND (length(display_name) <= 256))),
  CHECK (((length(external_id) >= 1) AND (length(external_id) <= 255))),
  CHECK ((role = ANY (ARRAY['support'::text, 'admin'::text, 'superadmin'::text])))
);

create table directory_group_member (
  group_id uuid not null,
  uid uuid not null,
  PRIMARY KEY (group_id, uid),
  FOREIGN KEY (group_id) REFERENCES directory_group(id) ON DELETE CASCADE,
  FOREIGN KEY (uid) REFERENCES app_user(id) ON DELETE CASCADE
);

create table directory_membership (
  profile_id uuid not null,
  uid uuid not null,
  given_role text not null,
  own_role text,
  PRIMARY KEY (profile_id, uid),
  FOREIGN KEY (profile_id) REFERENCES profile(id) ON DELETE CASCADE,
  FOREIGN KEY (uid) REFERENCES app_user(id) ON DELETE CASCADE,
  CHECK ((given_role = ANY (ARRAY['admin'::text, 'editor'::text, 'approver'::text, 'contributor'::text, 'viewer'::text]))),
  CHECK ((own_role = ANY (ARRAY['admin'::text, 'editor'::text, 'approver'::text, 'contributor'::text, 'viewer'::text])))
);

create table directory_user (
  uid uuid not null,
  user_name text not null,
  external_id text,
  given_name text,
  family_name text,
  disabled_at timestamp with time zone,
  given_role text,
  own_role text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  PRIMARY KEY (uid),
  FOREIGN KEY (uid) REFERENCES app_user(id) ON DELETE CASCADE,
  CHECK (((given_role IS NULL) = (own_role IS NULL))),
  CHECK (((length(external_id) >= 1) AND (length(external_id) <= 255))),
  CHECK ((length(family_name) <= 100)),
  CHECK ((length(given_name) <= 100)),
  CHECK ((given_role = ANY (ARRAY['support'::text, 'admin'::text, 'superadmin'::text]))),
  CHECK ((own_role = ANY (ARRAY['user'::text, 'support'::text, 'admin'::text, 'superadmin'::text]))),
  CHECK (((length(user_name) >= 1) AND (length(user_name) <= 320)))
);

create table engine_presence (
  only_row boolean not null default true,
  seen_at timestamp with time zone not null,
  outage_ended_at timestamp with time zone not null,
  PRIMARY KEY (only_row),
  CHECK (only_row)
);

create table event (
  id uuid not null,
  tx xid8 not null default pg_current_xact_id(),
  owner_uid uuid not null,
  type text not null,
  data jsonb not null,
  created_at timestamp with time zone not null,
  body text,
  PRIMARY KEY (id)
) partition by RANGE (id);

create table face (
  id uuid not null,
  account_id uuid,
  user_uid uuid,
  profile_id uuid,
  image bytea not null,
  changed_at timestamp with time zone not null,
  UNIQUE (account_id),
  UNIQUE (profile_id),
  UNIQUE (user_uid),
  PRIMARY KEY (id),
  FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  FOREIGN KEY (profile_id) REFERENCES profile(id) ON DELETE CASCADE,
  FOREIGN KEY (user_uid) REFERENCES app_user(id) ON DELETE CASCADE,
  CHECK ((num_nonnulls(account_id, user_uid, profile_id) = 1)),
  CHECK ((octet_length(image) <= 65536))
);

create table feature_flag (
  flag_key text not null,
  enabled boolean not null,
  settings jsonb not null,
  updated_at timestamp with time zone not null,
  updated_by uuid,
  PRIMARY KEY (flag_key),
  FOREIGN KEY (updated_by) REFERENCES app_user(id) ON DELETE SET NULL
);

create table guest (
  id uuid not null,
  owner_uid uuid not null,
  profile_id uuid not null,
  name text not null,
  email text not null,
  language text not null,
  may text not null,
  post_id uuid,
  from_day date,
  to_day date,
  token_hash bytea not null,
  sealed_token bytea not null,
  invited_by uuid,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  seen_at timestamp with time zone,
  mailed_at timestamp with time zone,
  mail_due_at timestamp with time zone,
  UNIQUE (token_hash),
  PRIMARY KEY (id),
  FOREIGN KEY (invited_by) REFERENCES app_user(id) ON DELETE SET NULL,
  FOREIGN KEY (owner_uid) REFERENCES app_user(id) ON DELETE CASCADE,
  FOREIGN KEY (owner_uid, post_id) REFERENCES post(owner_uid, id) ON DELETE CASCADE,
  FOREIGN KEY (profile_id) REFERENCES profile(id) ON DELETE CASCADE,
  CHECK ((((post_id IS NULL) = (from_day IS NOT NULL)) AND ((from_day IS NULL) = (to_day IS NULL)))),
  CHECK ((from_day <= to_day)),
  CHECK ((may = ANY (ARRAY['see'::text, 'comment'::text, 'approve'::text])))
);

create table guest_code (
  challenge_hash bytea not null,
  guest_id uuid not null,
  owner_uid uuid not null,
  post_id uuid not null,
  deed text not null,
  content_hash text,
  text text not null,
  code_hash bytea not null,
  tries integer not null default 0,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  PRIMARY KEY (challenge_hash),
  FOREIGN KEY (guest_id) REFERENCES guest(id) ON DELETE CASCADE,
  FOREIGN KEY (owner_uid, post_id) REFERENCES post(owner_uid, id) ON DELETE CASCADE,
  CHECK ((deed = ANY (ARRAY['approve'::text, 'reject'::text, 'comment'::text])))
);

create table guest_decision (
  guest_id uuid not null,
  owner_uid uuid not null,
  post_id uuid not null,
  decision text not null,
  digests text[] not null,
  reason text,
  step_id text,
  device_id uuid,
  confirmed boolean not null,
  decided_at timestamp with time zone not null,
  PRIMARY KEY (guest_id, post_id),
  FOREIGN KEY (device_id) REFERENCES guest_device(id) ON DELETE SET NULL,
  FOREIGN KEY (guest_id) REFERENCES guest(id) ON DELETE CASCADE,
  FOREIGN KEY (owner_uid, post_id) REFERENCES post(owner_uid, id) ON DELETE CASCADE,
  CHECK ((decision = ANY (ARRAY['approved'::text, 'rejected'::text])))
);

create table guest_device (
  id uuid not null,
  guest_id uuid not null,
  cookie_hash bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  UNIQUE (cookie_hash),
  PRIMARY KEY (id),
  FOREIGN KEY (guest_id) REFERENCES guest(id) ON DELETE CASCADE
);

create table idea (
  id uuid not null,
  profile_id uuid not null,
  stage_id uuid not null,
  place integer not null,
  title text not null,
  text text not null,
  url text,
  media_ids uuid[] not null,
  label_ids uuid[] not null,
  version integer not null default 1,
  author_uid uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  unlinked_post_ids uuid[] not null default '{}'::uuid[],
  UNIQUE (stage_id, place) DEFERRABLE,
  PRIMARY KEY (id),
  FOREIGN KEY (author_uid) REFERENCES app_user(id) ON DELETE SET NULL,
  FOREIGN KEY (profile_id) REFERENCES profile(id) ON DELETE CASCADE,
  FOREIGN KEY (stage_id) REFERENCES idea_stage(id)
);

create table idea_stage (
  id uuid not null,
  profile_id uuid not null,
  name text not null,
  preset text,
  place integer not null,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  UNIQUE (profile_id, place) DEFERRABLE,
  PRIMARY KEY (id),
  FOREIGN KEY (profile_id) REFERENCES profile(id) ON DELETE CASCADE,
  CHECK ((preset = ANY (ARRAY['new'::text, 'in_progress'::text, 'ready'::text])))
);

create table idempotency (
  uid uuid not null,
  operation text not null,
  idempotency_key text not null,
  request_hash bytea not null,
  status integer,
  sealed_reply bytea not null,
  created_at timestamp with time zone not null,
  attempt uuid,
  took_effect boolean not null default false,
  etag text,
  PRIMARY KEY (uid, operation, idempotency_key),
  FOREIGN KEY (uid) REFERENCES app_user(id) ON DELETE CASCADE
);

create table inbox_account (
  account_id uuid not null,
  is_on boolean not null,
  begun_at timestamp with time zone not null,
  place jsonb,
  next_look_at timestamp with time zone,
  empty_looks integer not null default 0,
  read_at timestamp with time zone,
  problem jsonb,
  failures integer not null default 0,
  parked_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  lease_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  holder text,
  fence bigint not null default 0,
  acts_from timestamp with time zone not null default '-infinity'::timestamp with time zone,
  recheck_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  PRIMARY KEY (account_id),
  FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);

create table inbox_act (
  item_id uuid not null,
  act text not null,
  account_id uuid not null,
  wanted boolean not null,
  done boolean not null,
  in_doubt boolean not null default false,
  due_at timestamp with time zone,
  tries integer not null default 0,
  problem jsonb,
  version integer not null default 1,
  by_uid uuid,
  PRIMARY KEY (item_id, act),
  FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  FOREIGN KEY (by_uid) REFERENCES app_user(id) ON DELETE SET NULL,
  FOREIGN KEY (item_id) REFERENCES inbox_item(id) ON DELETE CASCADE,
  CHECK ((act = ANY (ARRAY['like'::text, 'hide'::text, 'remove'::text])))
);

create table inbox_day (
  account_id uuid not null,
  profile_id uuid not null,
  kind text not null,
  day date not null,
  open_at_end integer,
  waits integer[] not null,
  PRIMARY KEY (profile_id, day, account_id, kind),
  FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  FOREIGN KEY (profile_id) REFERENCES profile(id) ON DELETE CASCADE,
  CHECK ((kind = ANY (ARRAY['comment'::text, 'mention'::text, 'quote'::text])))
);

create table inbox_day_stored (
  profile_id uuid not null,
  day date not null,
  PRIMARY KEY (profile_id),
  FOREIGN KEY (profile_id) REFERENCES profile(id) ON DELETE CASCADE
);

create table inbox_item (
  id uuid not null,
  conversation_id uuid not null,
  account_id uuid not null,
  remote_id text not null,
  parent_id text,
  direction text not null,
  sender_id uuid not null,
  text text not null,
  files jsonb not null,
  url text,
  language text,
  said_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  edited_at timestamp with time zone,
  held text,
  erased_at timestamp with time zone,
  read_at timestamp with time zone,
  removed_at timestamp with time zone,
  checked_at timestamp with time zone,
  missing_at timestamp with time zone,
  deleted_at timestamp with time zone,
  UNIQUE (account_id, remote_id),
  PRIMARY KEY (id),
  FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  FOREIGN KEY (conversation_id) REFERENCES conversation(id) ON DELETE CASCADE,
  FOREIGN KEY (sender_id) REFERENCES inbox_sender(id) ON DELETE CASCADE,
  CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text]))),
  CHECK ((held = ANY (ARRAY['review'::text, 'spam'::text])))
);

create table inbox_morning (
  profile_id uuid not null,
  day date not null,
  PRIMARY KEY (profile_id),
  FOREIGN KEY (profile_id) REFERENCES profile(id) ON DELETE CASCADE
);

create table inbox_reply (
  id uuid not null,
  conversation_id uuid not null,
  item_id uuid not null,
  author_uid uuid,
  text text not null,
  state text not null,
  closes boolean not null,
  publication_id uuid,
  sent_item_id uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  waiting_profile_id uuid,
  seen_item_id uuid,
  edited_by uuid[] not null default '{}'::uuid[],
  by_program boolean not null default false,
  PRIMARY KEY (id),
  FOREIGN KEY (author_uid) REFERENCES app_user(id) ON DELETE SET NULL,
  FOREIGN KEY (conversation_id) REFERENCES conversation(id) ON DELETE CASCADE,
  FOREIGN KEY (item_id) REFERENCES inbox_item(id) ON DELETE CASCADE,
  FOREIGN KEY (seen_item_id) REFERENCES inbox_item(id) ON DELETE SET NULL,
  FOREIGN KEY (sent_item_id) REFERENCES inbox_item(id) ON DELETE SET NULL,
  FOREIGN KEY (waiting_profile_id) REFERENCES profile(id) ON DELETE CASCADE,
  CHECK ((state = ANY (ARRAY['waiting_for_approval'::text, 'rejected'::text, 'queued'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'unknown'::text, 'cancelled'::text])))
);

create table inbox_reply_decision (
  reply_id uuid not null,
  uid uuid not null,
  decision text not null,
  content_hash text not null,
  step_id text,
  reason text,
  decided_at timestamp with time zone not null,
  PRIMARY KEY (reply_id, uid),
  FOREIGN KEY (reply_id) REFERENCES inbox_reply(id) ON DELETE CASCADE,
  FOREIGN KEY (uid) REFERENCES app_user(id) ON DELETE CASCADE,
  CHECK ((decision = ANY (ARRAY['approved'::text, 'rejected'::text])))
);

create table inbox_rule (
  id uuid not null,
  profile_id uuid not null,
  position integer not null,
  name text not null,
  is_on boolean not null,
  network text,
  kind text,
  has_account boolean not null,
  account_id uuid,
  words text[] not null,
  has_link boolean not null,
  is_new_sender boolean not null,
  has_assignee boolean not null,
  assignee_uid uuid,
  state text,
  snooze_hours integer,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  PRIMARY KEY (id),
  FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE SET NULL,
  FOREIGN KEY (assignee_uid) REFERENCES app_user(id) ON DELETE SET NULL,
  FOREIGN KEY (profile_id) REFERENCES profile(id) ON DELETE CASCADE,
  CHECK (((NOT (state IS DISTINCT FROM 'snoozed'::text)) = (snooze_hours IS NOT NULL))),
  CHECK ((kind = ANY (ARRAY['comment'::text, 'mention'::text, 'quote'::text]))),
  CHECK (((snooze_hours >= 1) AND (snooze_hours <= 720))),
  CHECK ((state = ANY (ARRAY['open'::text, 'done'::text, 'snoozed'::text])))
);

create table inbox_rule_run (
  item_id uuid not null,
  rule_id uuid not null,
  name text not null,
  has_assigned boolean not null,
  assignee_uid uuid,
  state text,
  created_at timestamp with time zone not null,
  PRIMARY KEY (item_id, rule_id),
  FOREIGN KEY (assignee_uid) REFERENCES app_user(id) ON DELETE SET NULL,
  FOREIGN KEY (item_id) REFERENCES inbox_item(id) ON DELETE CASCADE,
  CHECK ((state = ANY (ARRAY['open'::text, 'done'::text, 'snoozed'::text])))
);

create table inbox_sender (
  id uuid not null,
  account_id uuid not null,
  remote_id text not null,
  handle text not null,
  name text,
  erased_at timestamp with time zone,
  UNIQUE (account_id, remote_id),
  PRIMARY KEY (id),
  FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);

create table inbox_units (
  account_id uuid not null,
  network text not null,
  mode text not null,
  day date not null,
  used integer not null,
  PRIMARY KEY (day, network, mode, account_id),
  FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);

create table installation (
  only_row boolean not null default true,
  id uuid not null,
  public_url text,
  last_seen_at timestamp with time zone,
  hold_reason text,
  setup_code_hash bytea,
  created_at timestamp with time zone not null,
  home text,
  resumed_at timestamp with time zone,
  PRIMARY KEY (only_row),
  CHECK (only_row)
);

create table job (
  id uuid not null,
  name text not null,
  data jsonb not null,
  key text,
  created_at timestamp with time zone not null default ph.now(),
  due_at timestamp with time zone,
  begun_at timestamp with time zone,
  attempts integer not null default 0,
  error text,
  failed_at timestamp with time zone,
  lease_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  holder text,
  fence bigint not null default 0,
  PRIMARY KEY (id),
  CHECK (((due_at IS NULL) = (failed_at IS NOT NULL)))
);

create table label (
  id uuid not null,
  profile_id uuid not null,
  name text not null,
  key text not null default ph.label_key(name),
  color text not null,
  kind text not null,
  from_date date,
  to_date date,
  note text,
  previous_keys text[] not null default '{}'::text[],
  archived_at timestamp with time zone,
  removed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  UNIQUE (profile_id, key),
  PRIMARY KEY (id),
  FOREIGN KEY (profile_id) REFERENCES profile(id) ON DELETE CASCADE,
  CHECK ((kind = ANY (ARRAY['label'::text, 'campaign'::text])))
);

create table mail_allowance (
  uid uuid not null,
  purpose text not null,
  asked_at timestamp with time zone[] not null,
  PRIMARY KEY (uid, purpose),
  FOREIGN KEY (uid) REFERENCES app_user(id) ON DELETE CASCADE,
  CHECK ((purpose = ANY (ARRAY['verify-email'::text, 'change-email'::text, 'reset-password'::text, 'password-guessed'::text, 'code-guessed'::text])))
);

create table mail_recipient (
  address_hash bytea not null,
  mailed_at timestamp with time zone[] not null,
  PRIMARY KEY (address_hash)
);

create table mail_template (
  name text not null,
  subject text not null,
  text text not null,
  html text not null,
  updated_at timestamp with time zone not null,
  updated_by uuid,
  PRIMARY KEY (name),
  FOREIGN KEY (updated_by) REFERENCES app_user(id) ON DELETE SET NULL
);

create table mail_token (
  token_hash bytea not null,
  purpose text not null,
  uid uuid not null,
  email text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  UNIQUE (uid, purpose),
  PRIMARY KEY (token_hash),
  FOREIGN KEY (uid) REFERENCES app_user(id) ON DELETE CASCADE,
  CHECK ((purpose = ANY (ARRAY['verify-email'::text, 'change-email'::text, 'reset-password'::text])))
);

create table media (
  id uuid not null,
  owner_uid uuid not null,
  profile_id uuid,
  file_key text not null,
  storage_path text not null,
  file_name text not null,
  alt_text text,
  tags text[] not null default '{}'::text[],
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  version integer not null default 1,
  alt_text_by uuid,
  source jsonb,
  author_uid uuid,
  UNIQUE (storage_path),
  PRIMARY KEY (id),
  FOREIGN KEY (author_uid) REFERENCES app_user(id) ON DELETE SET NULL,
  FOREIGN KEY (file_key) REFERENCES media_file(key),
  FOREIGN KEY (owner_uid) REFERENCES app_user(id) ON DELETE CASCADE,
  FOREIGN KEY (profile_id) REFERENCES profile(id) ON DELETE SET NULL
);

create table media_file (
  key text not null,
  owner_uid uuid not null,
  state text not null,
  state_since timestamp with time zone not null,
  hash bytea,
  size bigint,
  content_type text,
  facts jsonb,
  poster_size bigint,
  PRIMARY KEY (key),
  CHECK (((state <> 'stored'::text) OR ((hash IS NOT NULL) AND (size IS NOT NULL) AND (content_type IS NOT NULL) AND (facts IS NOT NULL)))),
  CHECK ((state = ANY (ARRAY['arriving'::text, 'stored'::text, 'leaving'::text])))
);

create table media_thumbnail (
  file_key text not null,
  image bytea not null,
  PRIMARY KEY (file_key),
  FOREIGN KEY (file_key) REFERENCES media_file(key) ON DELETE CASCADE,
  CHECK ((octet_length(image) <= 65536))
);

create table media_upload (
  storage_path text not null,
  owner_uid uuid not null,
  profile_id uuid,
  incoming_key text not null,
  file_name text not null,
  content_type text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  author_uid uuid,
  UNIQUE (incoming_key),
  PRIMARY KEY (storage_path),
  FOREIGN KEY (author_uid) REFERENCES app_user(id) ON DELETE SET NULL,
  FOREIGN KEY (owner_uid) REFERENCES app_user(id) ON DELETE CASCADE,
  FOREIGN KEY (profile_id) REFERENCES profile(id) ON DELETE SET NULL
);

create table media_use (
  media_id uuid not null,
  post_id uuid not null,
  PRIMARY KEY (post_id, media_id),
  FOREIGN KEY (media_id) REFERENCES media(id),
  FOREIGN KEY (post_id) REFERENCES post(id) ON DELETE CASCADE
);

create table mention_entry (
  id uuid not null,
  profile_id uuid not null,
  name text not null,
  key text not null default ph.label_key(name),
  handles jsonb not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  PRIMARY KEY (id),
  FOREIGN KEY (created_by) REFERENCES app_user(id) ON DELETE SET NULL,
  FOREIGN KEY (profile_id) REFERENCES profile(id) ON DELETE CASCADE
);

create table metrics_account (
  account_id uuid not null,
  due_at timestamp with time zone not null,
  told text[] not null default '{}'::text[],
  followers bigint,
  following bigint,
  total_posts bigint,
  fetched_at timestamp with time zone,
  failures integer not null default 0,
  parked_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  lease_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  holder text,
  fence bigint not null default 0,
  next_look_at timestamp with time zone not null default 'infinity'::timestamp with time zone,
  PRIMARY KEY (account_id),
  FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);

create table metrics_account_snapshot (
  account_id uuid not null,
  at timestamp with time zone not null,
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
  PRIMARY KEY (account_id, at),
  FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);

create table metrics_gained (
  account_id uuid not null,
  day date not null,
  views bigint[] not null,
  likes bigint[] not null,
  comments bigint[] not null,
  shares bigint[] not null,
  saves bigint[] not null,
  impressions bigint[] not null,
  reach bigint[] not null,
  PRIMARY KEY (account_id, day),
  FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);

create table metrics_post (
  post_id uuid not null,
  place text not null,
  profile_id uuid not null,
  published_at timestamp with time zone not null,
  views bigint not null,
  likes bigint not null,
  comments bigint not null,
  shares bigint not null,
  saves bigint not null,
  impressions bigint not null,
  reach bigint not null,
  counted bigint not null,
  seen bigint not null,
  engagement bigint not null default (((likes + comments) + shares) + saves),
  has_numbers boolean not null,
  engagement_class smallint not null default ph.class_of((((likes + comments) + shares) + saves)),
  PRIMARY KEY (post_id, place),
  FOREIGN KEY (post_id) REFERENCES post(id) ON DELETE CASCADE,
  FOREIGN KEY (profile_id) REFERENCES profile(id) ON DELETE CASCADE
);

create table metrics_published (
  account_id uuid not null,
  day date not null,
  posts integer not null,
  quarters smallint[] not null,
  views bigint not null,
  likes bigint not null,
  comments bigint not null,
  shares bigint not null,
  saves bigint not null,
  impressions bigint not null,
  reach bigint not null,
  counted bigint not null,
  seen bigint not null,
  PRIMARY KEY (account_id, day),
  FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);

create table metrics_reads (
  network text not null,
  mode text not null,
  month date not null,
  used bigint not null,
  PRIMARY KEY (network, mode, month),
  CHECK ((mode = ANY (ARRAY['sandbox'::text, 'trial'::text, 'live'::text])))
);

create table metrics_refresh (
  owner_uid uuid not null,
  at timestamp with time zone not null,
  PRIMARY KEY (owner_uid),
  FOREIGN KEY (owner_uid) REFERENCES app_user(id) ON DELETE CASCADE
);

create table metrics_snapshot (
  account_id uuid not null,
  target_id uuid not null,
  at timestamp with time zone not null,
  views bigint not null,
  likes bigint not null,
  comments bigint not null,
  shares bigint not null,
  saves bigint not null,
  impressions bigint not null,
  reach bigint not null,
  PRIMARY KEY (account_id, target_id, at)
) partition by RANGE (at);

create table metrics_watch (
  target_id uuid not null,
  publication_id uuid not null,
  account_id uuid not null,
  network text not null,
  remote_id text not null,
  published_at timestamp with time zone not null,
  due_at timestamp with time zone,
  misses integer not null default 0,
  views bigint not null default 0,
  likes bigint not null default 0,
  comments bigint not null default 0,
  shares bigint not null default 0,
  saves bigint not null default 0,
  impressions bigint not null default 0,
  reach bigint not null default 0,
  engagement bigint not null default (((likes + comments) + shares) + saves),
  seen bigint not null default
CASE
    WHEN (impressions > 0) THEN impressions
    WHEN (reach > 0) THEN reach
    ELSE views
END,
  fetched_at timestamp with time zone,
  PRIMARY KEY (target_id),
  FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);

create table network_grant (
  id uuid not null,
  owner_uid uuid not null,
  network text not null,
  mode text not null,
  principal text not null,
  sealed_grant bytea not null,
  version bigint not null default 1,
  scopes text[] not null,
  expires_at timestamp with time zone,
  refreshing_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  refreshing_holder text,
  status text not null,
  status_why text,
  updated_at timestamp with time zone not null,
  renewable boolean not null default true,
  UNIQUE (owner_uid, network, mode, principal),
  PRIMARY KEY (id),
  FOREIGN KEY (owner_uid) REFERENCES app_user(id) ON DELETE CASCADE,
  CHECK ((mode = ANY (ARRAY['sandbox'::text, 'trial'::text, 'live'::text]))),
  CHECK ((status = ANY (ARRAY['active'::text, 'needs_reconnect'::text, 'revoked'::text])))
);

create table network_mode (
  network text not null,
  mode text not null,
  chosen_at timestamp with time zone not null,
  chosen_by uuid,
  PRIMARY KEY (network),
  FOREIGN KEY (chosen_by) REFERENCES app_user(id) ON DELETE SET NULL,
  CHECK ((mode = ANY (ARRAY['sandbox'::text, 'trial'::text, 'live'::text])))
);

create table network_reading (
  network text not null,
  mode text not null,
  scope text not null,
  subject text not null default ''::text,
  remaining bigint not null,
  resets_at timestamp with time zone not null,
  read_at timestamp with time zone not null,
  PRIMARY KEY (network, mode, scope, subject),
  CHECK ((mode = ANY (ARRAY['sandbox'::text, 'trial'::text, 'live'::text]))),
  CHECK ((scope = ANY (ARRAY['account'::text, 'app'::text, 'node'::text])))
);

create table node (
  id uuid not null,
  host text not null,
  roles text[] not null,
  version text not null,
  started_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  stopped_at timestamp with time zone,
  database_lost_at timestamp with time zone,
  clock_offset_ms bigint not null,
  disk_free_bytes bigint not null,
  disk_total_bytes bigint not null,
  memory_bytes bigint not null,
  PRIMARY KEY (id)
);

create table notice (
  id uuid not null,
  uid uuid not null,
  profile_id uuid not null,
  kind text not null,
  post_id uuid,
  account_id uuid,
  by_name text,
  note text,
  cause_key text not null,
  on_page boolean not null,
  by_mail boolean not null,
  made_at timestamp with time zone not null,
  read_at timestamp with time zone,
  solved_at timestamp with time zone,
  mailed_at timestamp with time zone,
  team_comment_id uuid,
  UNIQUE (uid, cause_key),
  PRIMARY KEY (id),
  FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  FOREIGN KEY (post_id) REFERENCES post(id) ON DELETE CASCADE,
  FOREIGN KEY (profile_id) REFERENCES profile(id) ON DELETE CASCADE,
  FOREIGN KEY (team_comment_id) REFERENCES team_comment(id) ON DELETE CASCADE,
  FOREIGN KEY (uid) REFERENCES app_user(id) ON DELETE CASCADE
);

create table notice_pref (
  uid uuid not null,
  kind text not null,
  page boolean not null,
  email boolean not null,
  PRIMARY KEY (uid, kind),
  FOREIGN KEY (uid) REFERENCES app_user(id) ON DELETE CASCADE
);

create table oauth_client (
  id uuid not null,
  name text not null,
  home_url text,
  redirect_uris text[] not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  PRIMARY KEY (id)
);

create table oauth_flow (
  state_hash bytea not null,
  nonce_hash bytea,
  browser_hash bytea,
  network text not null,
  mode text not null,
  uid uuid not null,
  profile_id uuid not null,
  account_id uuid,
  redirect_url text not null,
  final_redirect_url text,
  headless boolean not null,
  scopes text[] not null,
  invite_id uuid,
  expires_at timestamp with time zone not null,
  sealed_begun bytea,
  UNIQUE (nonce_hash),
  PRIMARY KEY (state_hash),
  FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  FOREIGN KEY (invite_id) REFERENCES profile_invite(id) ON DELETE CASCADE,
  FOREIGN KEY (profile_id) REFERENCES profile(id) ON DELETE CASCADE,
  FOREIGN KEY (uid) REFERENCES app_user(id) ON DELETE CASCADE,
  CHECK ((mode = ANY (ARRAY['sandbox'::text, 'trial'::text, 'live'::text])))
);

create table page_choice (
  grant_id uuid not null,
  profile_id uuid not null,
  granted_by uuid,
  created_at timestamp with time zone not null,
  PRIMARY KEY (grant_id, profile_id),
  FOREIGN KEY (grant_id) REFERENCES network_grant(id) ON DELETE CASCADE,
  FOREIGN KEY (granted_by) REFERENCES app_user(id) ON DELETE SET NULL,
  FOREIGN KEY (profile_id) REFERENCES profile(id) ON DELETE CASCADE
);

create table park (
  scope text not null,
  until timestamp with time zone not null,
  why text not null,
  why_code text,
  PRIMARY KEY (scope)
);

create table passkey (
  id uuid not null,
  uid uuid not null,
  rp_id text not null,
  credential_id bytea not null,
  public_key bytea not null,
  sign_count bigint not null,
  name text not null,
  transports text[] not null,
  is_backed_up boolean not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  PRIMARY KEY (id),
  FOREIGN KEY (uid) REFERENCES app_user(id) ON DELETE CASCADE,
  CHECK (((length(credential_id) >= 1) AND (length(credential_id) <= 1023))),
  CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  CHECK ((length(public_key) <= 8000)),
  CHECK ((length(rp_id) <= 253)),
  CHECK ((sign_count >= 0)),
  CHECK ((cardinality(transports) <= 10))
);

create table passkey_challenge (
  challenge_hash bytea not null,
  browser_hash bytea not null,
  uid uuid,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  PRIMARY KEY (challenge_hash),
  FOREIGN KEY (uid) REFERENCES app_user(id) ON DELETE CASCADE
);

create table password_credential (
  uid uuid not null,
  password_hash text not null,
  updated_at timestamp with time zone not null,
  PRIMARY KEY (uid),
  FOREIGN KEY (uid) REFERENCES app_user(id) ON DELETE CASCADE
);

create unlogged table password_guess (
  lane bytea not null,
  failures integer not null,
  failed_at timestamp with time zone not null,
  free_at timestamp with time zone not null,
  PRIMARY KEY (lane)
);

create table post (
  id uuid not null,
  owner_uid uuid not null,
  author_uid uuid,
  profile_id uuid not null,
  intent text not null,
  status text not null,
  status_since timestamp with time zone not null,
  round integer not null default 0,
  told_round integer not null default 0,
  kind text not null default 'single'::text,
  root_post_id uuid,
  parent_id uuid,
  recycled_from_id uuid,
  duplicated_from_id uuid,
  recurring_rule_id uuid,
  content text not null,
  title text,
  format text not null,
  thread jsonb not null default '[]'::jsonb,
  media jsonb not null default '[]'::jsonb,
  tags text[] not null default '{}'::text[],
  language text,
  first_comment text,
  link text,
  settings jsonb not null default '{}'::jsonb,
  metadata jsonb not null default '{}'::jsonb,
  confirmed_warnings jsonb not null default '[]'::jsonb,
  save_as_draft boolean not null default false,
  scheduled_at timestamp with time zone,
  latest_at timestamp with time zone,
  timezone text,
  published_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  version integer not null default 1,
  recycle jsonb,
  edited_by uuid[] not null default '{}'::uuid[],
  slot_plan_id uuid,
  slot_moves smallint not null default 0,
  mentions jsonb not null default '[]'::jsonb,
  idea_id uuid,
  UNIQUE (owner_uid, id),
  PRIMARY KEY (id),
  FOREIGN KEY (author_uid) REFERENCES app_user(id) ON DELETE SET NULL,
  FOREIGN KEY (duplicated_from_id) REFERENCES post(id) ON DELETE SET NULL,
  FOREIGN KEY (idea_id) REFERENCES idea(id) ON DELETE SET NULL,
  FOREIGN KEY (owner_uid) REFERENCES app_user(id) ON DELETE CASCADE,
  FOREIGN KEY (owner_uid, profile_id) REFERENCES profile(owner_uid, id) ON DELETE CASCADE,
  FOREIGN KEY (parent_id) REFERENCES post(id) ON DELETE SET NULL,
  FOREIGN KEY (recurring_rule_id) REFERENCES recurring_rule(id) ON DELETE SET NULL,
  FOREIGN KEY (recycled_from_id) REFERENCES post(id) ON DELETE SET NULL,
  FOREIGN KEY (root_post_id) REFERENCES post(id) ON DELETE SET NULL,
  FOREIGN KEY (slot_plan_id) REFERENCES slot_plan(id) ON DELETE SET NULL,
  CHECK ((intent = ANY (ARRAY['draft'::text, 'scheduled'::text]))),
  CHECK ((kind = ANY (ARRAY['single'::text, 'master'::text, 'child'::text]))),
  CHECK ((status = ANY (ARRAY['draft'::text, 'scheduled'::text, 'queued'::text, 'publishing'::text, 'published'::text, 'partial'::text, 'failed'::text, 'unknown'::text])))
);

create table post_approval (
  owner_uid uuid not null,
  post_id uuid not null,
  uid uuid not null,
  decision text not null,
  digests text[] not null,
  reason text,
  decided_at timestamp with time zone not null,
  step_id text,
  PRIMARY KEY (post_id, uid),
  FOREIGN KEY (owner_uid, post_id) REFERENCES post(owner_uid, id) ON DELETE CASCADE,
  FOREIGN KEY (uid) REFERENCES app_user(id) ON DELETE CASCADE,
  CHECK ((decision = ANY (ARRAY['approved'::text, 'rejected'::text])))
);

create table post_approval_request (
  post_id uuid not null,
  owner_uid uuid not null,
  requested_by uuid,
  note text,
  requested_at timestamp with time zone not null,
  PRIMARY KEY (post_id),
  FOREIGN KEY (owner_uid, post_id) REFERENCES post(owner_uid, id) ON DELETE CASCADE,
  FOREIGN KEY (requested_by) REFERENCES app_user(id) ON DELETE SET NULL
);

create table post_comment (
  id uuid not null,
  owner_uid uuid not null,
  post_id uuid not null,
  link_id uuid,
  name text not null,
  text text not null,
  fine_by_me boolean not null,
  created_at timestamp with time zone not null,
  guest_id uuid,
  is_reply boolean not null default false,
  author_uid uuid,
  PRIMARY KEY (id),
  FOREIGN KEY (author_uid) REFERENCES app_user(id) ON DELETE SET NULL,
  FOREIGN KEY (guest_id) REFERENCES guest(id) ON DELETE CASCADE,
  FOREIGN KEY (link_id) REFERENCES share_link(id) ON DELETE SET NULL,
  FOREIGN KEY (owner_uid, post_id) REFERENCES post(owner_uid, id) ON DELETE CASCADE
);

create unlogged table post_presence (
  post_id uuid not null,
  uid uuid not null,
  owner_uid uuid not null,
  expires_at timestamp with time zone not null,
  PRIMARY KEY (post_id, uid),
  FOREIGN KEY (post_id) REFERENCES post(id) ON DELETE CASCADE,
  FOREIGN KEY (uid) REFERENCES app_user(id) ON DELETE CASCADE
);

create table post_tally (
  status text not null,
  count bigint not null
);

create table post_target (
  id uuid not null,
  owner_uid uuid not null,
  post_id uuid not null,
  account_id uuid,
  network text not null,
  position integer not null,
  overrides jsonb not null default '{}'::jsonb,
  publication_id uuid,
  refusal jsonb,
  round integer not null default 0,
  created_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  digest bytea,
  UNIQUE (post_id, account_id),
  PRIMARY KEY (id),
  FOREIGN KEY (account_id) REFERENCES account(id),
  FOREIGN KEY (owner_uid, post_id) REFERENCES post(owner_uid, id) ON DELETE CASCADE,
  FOREIGN KEY (publication_id) REFERENCES publication(id) ON DELETE SET NULL
);

create table profile (
  id uuid not null,
  owner_uid uuid not null,
  name text not null,
  avatar text,
  brand_color text,
  timezone text,
  version bigint not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  required_approvals integer not null default 0,
  approver_role text not null default 'admin'::text,
  avatar_media_id uuid,
  read_only boolean not null default false,
  required_plan text,
  same_post_days smallint not null default 7,
  face_id uuid,
  approval_steps jsonb not null default '[]'::jsonb,
  guest_codes boolean not null default true,
  inbox_approvals text not null default 'none'::text,
  UNIQUE (owner_uid, id),
  PRIMARY KEY (id),
  FOREIGN KEY (avatar_media_id) REFERENCES media(id) ON DELETE SET NULL,
  FOREIGN KEY (owner_uid) REFERENCES app_user(id) ON DELETE CASCADE,
  CHECK ((jsonb_typeof(approval_steps) = 'array'::text)),
  CHECK ((approver_role = ANY (ARRAY['editor'::text, 'admin'::text, 'owner'::text]))),
  CHECK ((inbox_approvals = ANY (ARRAY['none'::text, 'programs'::text, 'all'::text]))),
  CHECK (((required_approvals >= 0) AND (required_approvals <= 5))),
  CHECK (((same_post_days >= 0) AND (same_post_days <= 90)))
);

create table profile_invite (
  id uuid not null,
  profile_id uuid not null,
  token_hash bytea not null,
  role text,
  email text,
  mailed boolean not null,
  invited_by uuid not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  networks text[],
  note text,
  UNIQUE (token_hash),
  PRIMARY KEY (id),
  FOREIGN KEY (invited_by) REFERENCES app_user(id) ON DELETE CASCADE,
  FOREIGN KEY (profile_id) REFERENCES profile(id) ON DELETE CASCADE,
  CHECK (((cardinality(networks) >= 1) AND (cardinality(networks) <= 30))),
  CHECK (((length(note) >= 1) AND (length(note) <= 1000))),
  CHECK ((role = ANY (ARRAY['admin'::text, 'editor'::text, 'approver'::text, 'contributor'::text, 'viewer'::text])))
);

create table profile_link (
  id uuid not null,
  owner_uid uuid not null,
  parent_id uuid not null,
  child_id uuid not null,
  inheritance_rules jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  PRIMARY KEY (id),
  FOREIGN KEY (owner_uid, child_id) REFERENCES profile(owner_uid, id) ON DELETE CASCADE,
  FOREIGN KEY (owner_uid, parent_id) REFERENCES profile(owner_uid, id) ON DELETE CASCADE,
  CHECK ((parent_id <> child_id))
);

create table profile_member (
  profile_id uuid not null,
  uid uuid not null,
  role text not null,
  created_at timestamp with time zone not null,
  PRIMARY KEY (profile_id, uid),
  FOREIGN KEY (profile_id) REFERENCES profile(id) ON DELETE CASCADE,
  FOREIGN KEY (uid) REFERENCES app_user(id) ON DELETE CASCADE,
  CHECK ((role = ANY (ARRAY['admin'::text, 'editor'::text, 'approver'::text, 'contributor'::text, 'viewer'::text])))
);

create table profile_tally (
  count bigint not null
);

create table public_certificate (
  only_row boolean not null default true,
  host text not null,
  ends_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  PRIMARY KEY (only_row),
  CHECK (only_row)
);

create table publication (
  id uuid not null,
  owner_uid uuid not null,
  target_id uuid not null,
  account_id uuid not null,
  remote_account_id uuid not null,
  network text not null,
  born_at timestamp with time zone not null,
  key_of uuid not null,
  snapshot jsonb not null,
  text_hash text not null,
  status text not null,
  due_at timestamp with time zone,
  ordinal bigint not null,
  wanted_at timestamp with time zone not null,
  latest_at timestamp with time zone,
  step text not null,
  memo jsonb not null default '{}'::jsonb,
  memo_before jsonb not null default '{}'::jsonb,
  memo_dies_at timestamp with time zone,
  handle text,
  waiting_since timestamp with time zone,
  held_why text,
  begun_first timestamp with time zone,
  begun_last timestamp with time zone,
  begun_tries integer not null default 0,
  doubt jsonb,
  doubt_until timestamp with time zone,
  tries integer not null default 0,
  taken_fence bigint,
  takeovers integer not null default 0,
  agains integer not null default 0,
  revision integer not null default 0,
  attempts integer not null default 0,
  accepted boolean not null default false,
  cancel_asked_at timestamp with time zone,
  parts_total integer not null default 1,
  parts_shown integer not null default 0,
  shown_at timestamp with time zone,
  finished_at timestamp with time zone,
  remote_id text,
  url text,
  error_code text,
  error text,
  raw_error text,
  retryable boolean not null default false,
  warnings jsonb not null default '[]'::jsonb,
  cost integer not null default 1,
  format text not null default 'post'::text,
  spent_at timestamp with time zone,
  spends_app text,
  held_until timestamp with time zone,
  trail jsonb not null default '[]'::jsonb,
  PRIMARY KEY (id),
  FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  FOREIGN KEY (remote_account_id) REFERENCES remote_account(id),
  CHECK (((status = ANY (ARRAY['queued'::text, 'publishing'::text, 'processing'::text])) = (due_at IS NOT NULL))),
  CHECK ((status = ANY (ARRAY['queued'::text, 'publishing'::text, 'processing'::text, 'held'::text, 'published'::text, 'failed'::text, 'unknown'::text, 'cancelled'::text])))
);

create table publication_call (
  id uuid not null,
  publication_id uuid not null,
  fence bigint not null,
  step text not null,
  part integer not null,
  begun_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  outcome text,
  sent text,
  http_status integer,
  detail jsonb,
  PRIMARY KEY (id),
  FOREIGN KEY (publication_id) REFERENCES publication(id) ON DELETE CASCADE
);

create table publication_part (
  publication_id uuid not null,
  part integer not null,
  remote_account_id uuid not null,
  remote_id text,
  url text,
  shown_at timestamp with time zone not null,
  PRIMARY KEY (publication_id, part),
  FOREIGN KEY (publication_id) REFERENCES publication(id) ON DELETE CASCADE
);

create table publication_tally (
  network text not null,
  mode text not null,
  hour timestamp with time zone not null,
  outcome text not null,
  bucket smallint,
  count bigint not null,
  last_at timestamp with time zone,
  CHECK ((outcome = ANY (ARRAY['published'::text, 'failed'::text, 'unknown'::text])))
);

create table publishing_pause (
  network text not null,
  reason text not null,
  paused_at timestamp with time zone not null,
  paused_by uuid,
  PRIMARY KEY (network),
  FOREIGN KEY (paused_by) REFERENCES app_user(id) ON DELETE SET NULL
);

create unlogged table rate_bucket (
  bucket text not null,
  level double precision not null,
  per_minute integer not null,
  at timestamp with time zone not null,
  PRIMARY KEY (bucket)
);

create unlogged table rate_window (
  bucket text not null,
  window_start timestamp with time zone not null,
  used integer not null,
  PRIMARY KEY (bucket, window_start)
);

create table recovery_code (
  uid uuid not null,
  code_hash bytea not null,
  created_at timestamp with time zone not null,
  PRIMARY KEY (uid, code_hash),
  FOREIGN KEY (uid) REFERENCES second_factor(uid) ON DELETE CASCADE
);

create table recurring_occurrence (
  rule_id uuid not null,
  at timestamp with time zone not null,
  moved_to timestamp with time zone,
  outcome text,
  post_id uuid,
  PRIMARY KEY (rule_id, at),
  FOREIGN KEY (post_id) REFERENCES post(id) ON DELETE SET NULL,
  FOREIGN KEY (rule_id) REFERENCES recurring_rule(id) ON DELETE CASCADE,
  CHECK ((outcome = ANY (ARRAY['posted'::text, 'skipped'::text, 'missed'::text, 'template_in_trash'::text, 'failed'::text])))
);

create table recurring_rule (
  id uuid not null,
  owner_uid uuid not null,
  author_uid uuid,
  profile_id uuid not null,
  post_id uuid,
  name text,
  cron text not null,
  timezone text,
  start_at timestamp with time zone,
  end_at timestamp with time zone,
  max_runs integer,
  runs integer not null default 0,
  last_run_at timestamp with time zone,
  decided_until timestamp with time zone not null,
  due_at timestamp with time zone,
  paused_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  PRIMARY KEY (id),
  FOREIGN KEY (author_uid) REFERENCES app_user(id) ON DELETE SET NULL,
  FOREIGN KEY (owner_uid, profile_id) REFERENCES profile(owner_uid, id) ON DELETE CASCADE,
  FOREIGN KEY (post_id) REFERENCES post(id) ON DELETE SET NULL,
  CHECK ((max_runs > 0))
);

create table recycling (
  post_id uuid not null,
  turn integer not null,
  due_at timestamp with time zone not null,
  clones integer not null default 0,
  PRIMARY KEY (post_id),
  FOREIGN KEY (post_id) REFERENCES post(id) ON DELETE CASCADE
);

create table recycling_run (
  post_id uuid not null,
  due_at timestamp with time zone not null,
  clone_id uuid,
  PRIMARY KEY (post_id, due_at),
  FOREIGN KEY (clone_id) REFERENCES post(id) ON DELETE SET NULL,
  FOREIGN KEY (post_id) REFERENCES post(id) ON DELETE CASCADE
);

create table refresh_token (
  token_hash bytea not null,
  session_id uuid not null,
  issued_at timestamp with time zone not null,
  used_at timestamp with time zone,
  PRIMARY KEY (token_hash),
  FOREIGN KEY (session_id) REFERENCES sign_in_session(id) ON DELETE CASCADE
);

create table remote_account (
  id uuid not null,
  network text not null,
  mode text not null,
  remote_id text not null,
  lease_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  holder text,
  fence bigint not null default 0,
  parked_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  park_why text,
  least_gap_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  outage_ended_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  catch_up_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  park_why_code text,
  UNIQUE (network, mode, remote_id),
  PRIMARY KEY (id),
  CHECK ((mode = ANY (ARRAY['sandbox'::text, 'trial'::text, 'live'::text])))
);

create table saved_text (
  id uuid not null,
  profile_id uuid not null,
  kind text not null,
  name text not null,
  content text not null,
  network_texts jsonb not null default '{}'::jsonb,
  networks text[] not null default '{}'::text[],
  auto text not null,
  post jsonb,
  version integer not null default 1,
  uses integer not null default 0,
  last_used_at timestamp with time zone,
  created_by uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  PRIMARY KEY (id),
  FOREIGN KEY (created_by) REFERENCES app_user(id) ON DELETE SET NULL,
  FOREIGN KEY (profile_id) REFERENCES profile(id) ON DELETE CASCADE,
  CHECK ((auto = ANY (ARRAY['never'::text, 'offer'::text, 'always'::text]))),
  CHECK (((post IS NULL) = (kind <> 'template'::text))),
  CHECK ((kind = ANY (ARRAY['snippet'::text, 'hashtags'::text, 'signature'::text, 'first_comment'::text, 'template'::text])))
);

create table saved_view (
  id uuid not null,
  profile_id uuid not null,
  owner_uid uuid,
  page text not null,
  name text not null,
  filters jsonb not null,
  label_id uuid,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  PRIMARY KEY (id),
  FOREIGN KEY (created_by) REFERENCES app_user(id) ON DELETE SET NULL,
  FOREIGN KEY (label_id) REFERENCES label(id) ON DELETE SET NULL,
  FOREIGN KEY (owner_uid) REFERENCES app_user(id) ON DELETE CASCADE,
  FOREIGN KEY (profile_id) REFERENCES profile(id) ON DELETE CASCADE,
  CHECK ((page = ANY (ARRAY['posts'::text, 'queue'::text, 'calendar'::text, 'library'::text, 'analytics'::text])))
);

create table second_factor (
  uid uuid not null,
  sealed_secret bytea,
  last_used_step bigint not null default '-1'::integer,
  enabled_at timestamp with time zone,
  sealed_pending_secret bytea,
  pending_since timestamp with time zone,
  failed_tries integer not null default 0,
  paused_until timestamp with time zone,
  PRIMARY KEY (uid),
  FOREIGN KEY (uid) REFERENCES app_user(id) ON DELETE CASCADE,
  CHECK (((sealed_secret IS NULL) = (enabled_at IS NULL))),
  CHECK (((sealed_pending_secret IS NULL) = (pending_since IS NULL)))
);

create table secret (
  name text not null,
  latest integer not null,
  wanted integer,
  in_force integer,
  updated_at timestamp with time zone not null,
  updated_by uuid,
  PRIMARY KEY (name),
  FOREIGN KEY (updated_by) REFERENCES app_user(id) ON DELETE SET NULL
);

create table secret_generation (
  only_row boolean not null default true,
  generation bigint not null,
  PRIMARY KEY (only_row),
  CHECK (only_row)
);

create table secret_version (
  name text not null,
  version integer not null,
  sealed_value bytea,
  created_at timestamp with time zone not null,
  created_by uuid,
  PRIMARY KEY (name, version),
  FOREIGN KEY (created_by) REFERENCES app_user(id) ON DELETE SET NULL,
  FOREIGN KEY (name) REFERENCES secret(name) ON DELETE CASCADE
);

create table self_test_run (
  id uuid not null,
  started_by uuid,
  names text[] not null,
  results jsonb not null default '[]'::jsonb,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  PRIMARY KEY (id),
  FOREIGN KEY (started_by) REFERENCES app_user(id) ON DELETE SET NULL
);

create table server_app (
  network text not null,
  server text not null,
  redirect_url text not null,
  sealed_app bytea not null,
  created_at timestamp with time zone not null,
  PRIMARY KEY (network, server, redirect_url)
);

create table share_link (
  id uuid not null,
  owner_uid uuid not null,
  post_id uuid not null,
  token_hash bytea not null,
  sealed_token bytea not null,
  comments boolean not null,
  views integer not null default 0,
  created_by uuid,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  UNIQUE (token_hash),
  PRIMARY KEY (id),
  FOREIGN KEY (created_by) REFERENCES app_user(id) ON DELETE SET NULL,
  FOREIGN KEY (owner_uid, post_id) REFERENCES post(owner_uid, id) ON DELETE CASCADE
);

create table share_view (
  link_id uuid not null,
  day date not null,
  visitor bytea not null,
  PRIMARY KEY (link_id, day, visitor),
  FOREIGN KEY (link_id) REFERENCES share_link(id) ON DELETE CASCADE
);

create table sign_in_session (
  id uuid not null,
  uid uuid not null,
  signed_in_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  place bytea,
  user_agent text,
  PRIMARY KEY (id),
  FOREIGN KEY (uid) REFERENCES app_user(id) ON DELETE CASCADE,
  CHECK ((char_length(user_agent) <= 300))
);

create table sign_up_invite (
  token_hash bytea not null,
  email text not null,
  invited_by uuid,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  PRIMARY KEY (token_hash),
  FOREIGN KEY (invited_by) REFERENCES app_user(id) ON DELETE SET NULL
);

create table signing_key (
  kid text not null,
  public_jwk jsonb not null,
  sealed_private_jwk bytea not null,
  created_at timestamp with time zone not null,
  retired_at timestamp with time zone,
  PRIMARY KEY (kid)
);

create table slack_code (
  code_hash bytea not null,
  uid uuid not null,
  expires_at timestamp with time zone not null,
  PRIMARY KEY (code_hash),
  FOREIGN KEY (uid) REFERENCES app_user(id) ON DELETE CASCADE
);

create table slack_flow (
  state_hash bytea not null,
  nonce_hash bytea not null,
  browser_hash bytea,
  uid uuid not null,
  expires_at timestamp with time zone not null,
  UNIQUE (nonce_hash),
  PRIMARY KEY (state_hash),
  FOREIGN KEY (uid) REFERENCES app_user(id) ON DELETE CASCADE
);

create table slack_inbox (
  key text not null,
  mode text not null,
  team_id text not null,
  sealed_body bytea,
  received_at timestamp with time zone not null,
  PRIMARY KEY (key),
  CHECK ((mode = ANY (ARRAY['live'::text, 'sandbox'::text])))
);

create table slack_person (
  workspace_id uuid not null,
  slack_id text not null,
  uid uuid not null,
  profile_id uuid,
  linked_at timestamp with time zone not null,
  tells_inbox boolean not null default false,
  PRIMARY KEY (workspace_id, slack_id),
  FOREIGN KEY (profile_id) REFERENCES profile(id) ON DELETE SET NULL,
  FOREIGN KEY (uid) REFERENCES app_user(id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id) REFERENCES slack_workspace(id) ON DELETE CASCADE
);

create table slack_workspace (
  id uuid not null,
  mode text not null,
  team_id text not null,
  team_name text not null,
  bot_user_id text not null,
  installer_uid uuid not null,
  sealed_token bytea not null,
  scopes text[] not null,
  installed_at timestamp with time zone not null,
  UNIQUE (mode, team_id),
  PRIMARY KEY (id),
  FOREIGN KEY (installer_uid) REFERENCES app_user(id) ON DELETE CASCADE,
  CHECK ((mode = ANY (ARRAY['live'::text, 'sandbox'::text])))
);

create table slot_plan (
  id uuid not null,
  profile_id uuid not null,
  name text not null,
  timezone text,
  account_ids uuid[] not null,
  minutes smallint[] not null,
  gaps jsonb not null default '[]'::jsonb,
  paused_until timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  when_blocked text not null default 'keep'::text,
  PRIMARY KEY (id),
  FOREIGN KEY (profile_id) REFERENCES profile(id) ON DELETE CASCADE,
  CHECK ((when_blocked = ANY (ARRAY['keep'::text, 'next'::text, 'skip'::text])))
);

create table subscription_period (
  id bigint not null,
  uid uuid,
  plan text not null,
  began_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  PRIMARY KEY (id),
  FOREIGN KEY (uid) REFERENCES app_user(id) ON DELETE SET NULL
);

create table team_comment (
  id uuid not null,
  owner_uid uuid not null,
  post_id uuid not null,
  thread_id uuid not null,
  author_uid uuid,
  text text,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  edited_at timestamp with time zone,
  deleted_at timestamp with time zone,
  resolved_at timestamp with time zone,
  resolved_by uuid,
  PRIMARY KEY (id),
  FOREIGN KEY (author_uid) REFERENCES app_user(id) ON DELETE SET NULL,
  FOREIGN KEY (owner_uid, post_id) REFERENCES post(owner_uid, id) ON DELETE CASCADE,
  FOREIGN KEY (resolved_by) REFERENCES app_user(id) ON DELETE SET NULL,
  FOREIGN KEY (thread_id) REFERENCES team_comment(id) ON DELETE CASCADE,
  CHECK (((text IS NULL) = (deleted_at IS NOT NULL))),
  CHECK (((resolved_at IS NULL) OR (thread_id = id)))
);

create table team_comment_mention (
  comment_id uuid not null,
  uid uuid not null,
  PRIMARY KEY (comment_id, uid),
  FOREIGN KEY (comment_id) REFERENCES team_comment(id) ON DELETE CASCADE,
  FOREIGN KEY (uid) REFERENCES app_user(id) ON DELETE CASCADE
);

create table telegram_bot (
  id bigint not null,
  username text not null,
  next_update_id bigint not null default 0,
  poller text,
  polled_until timestamp with time zone,
  PRIMARY KEY (id)
);

create table telegram_chat (
  bot_id bigint not null,
  chat_id bigint not null,
  uid uuid not null,
  profile_id uuid,
  type text not null,
  title text not null,
  photo bytea,
  is_reachable boolean not null default true,
  asked_about uuid,
  linked_at timestamp with time zone not null,
  last_message_at timestamp with time zone,
  tells_inbox boolean not null default false,
  PRIMARY KEY (bot_id, chat_id),
  FOREIGN KEY (asked_about) REFERENCES post(id) ON DELETE SET NULL,
  FOREIGN KEY (profile_id) REFERENCES profile(id) ON DELETE SET NULL,
  FOREIGN KEY (uid) REFERENCES app_user(id) ON DELETE CASCADE,
  CHECK ((type = ANY (ARRAY['private'::text, 'group'::text, 'supergroup'::text, 'channel'::text])))
);

create table telegram_code (
  code_hash bytea not null,
  uid uuid not null,
  expires_at timestamp with time zone not null,
  PRIMARY KEY (code_hash),
  FOREIGN KEY (uid) REFERENCES app_user(id) ON DELETE CASCADE
);

create table telegram_item (
  id uuid not null,
  lane_id uuid not null,
  bot_id bigint not null,
  update_id bigint,
  album text,
  sealed_update bytea,
  notice jsonb,
  storage_paths text[],
  sealed_replies bytea,
  sent integer not null default 0,
  attempts integer not null default 0,
  received_at timestamp with time zone not null,
  due_at timestamp with time zone,
  PRIMARY KEY (id),
  FOREIGN KEY (lane_id) REFERENCES telegram_lane(id)
);

create table telegram_lane (
  id uuid not null,
  bot_id bigint not null,
  chat_id bigint not null,
  wrong_codes integer not null default 0,
  wrong_codes_until timestamp with time zone,
  lease_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  holder text,
  fence bigint not null default 0,
  UNIQUE (bot_id, chat_id),
  PRIMARY KEY (id)
);

create table telegram_source (
  bot_id bigint not null,
  chat_id bigint not null,
  message_id bigint not null,
  post_id uuid not null,
  edited_at bigint not null,
  album text,
  card_id bigint,
  PRIMARY KEY (bot_id, chat_id, message_id),
  FOREIGN KEY (post_id) REFERENCES post(id) ON DELETE CASCADE
);

create table telegram_talk (
  bot_id bigint not null,
  chat_id bigint not null,
  message_id bigint not null,
  conversation_id uuid not null,
  item_id uuid not null,
  last_item_id uuid not null,
  asked_at timestamp with time zone not null,
  PRIMARY KEY (bot_id, chat_id, message_id),
  FOREIGN KEY (conversation_id) REFERENCES conversation(id) ON DELETE CASCADE
);

create table text_use (
  owner_uid uuid not null,
  slot smallint not null,
  bytes bigint not null,
  PRIMARY KEY (owner_uid, slot),
  FOREIGN KEY (owner_uid) REFERENCES app_user(id) ON DELETE CASCADE
);

create table ticket (
  id uuid not null,
  kind text not null,
  subject text not null,
  owner_uid uuid not null,
  reporter_uid uuid,
  message text not null,
  status text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  assignee_uid uuid,
  note text,
  answer text,
  answered_at timestamp with time zone,
  PRIMARY KEY (id),
  FOREIGN KEY (assignee_uid) REFERENCES app_user(id) ON DELETE SET NULL,
  FOREIGN KEY (owner_uid) REFERENCES app_user(id) ON DELETE CASCADE,
  FOREIGN KEY (reporter_uid) REFERENCES app_user(id) ON DELETE SET NULL,
  CHECK ((status = ANY (ARRAY['open'::text, 'waiting'::text, 'closed'::text])))
);

create table user_tally (
  plan text not null,
  role text not null,
  subscription_status text not null,
  count bigint not null
);

create table user_word (
  word text not null,
  uid uuid not null,
  PRIMARY KEY (uid, word),
  FOREIGN KEY (uid) REFERENCES app_user(id) ON DELETE CASCADE
);

create table webhook_attempt (
  delivery_id uuid not null,
  attempt integer not null,
  begun_at timestamp with time zone not null,
  duration_ms integer,
  response_status integer,
  error text,
  response_body text,
  PRIMARY KEY (delivery_id, attempt)
) partition by RANGE (delivery_id);

create table webhook_delivery (
  id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  own_id boolean not null,
  replay_of uuid,
  by_hand boolean not null,
  status text not null,
  attempts integer not null default 0,
  failures integer not null default 0,
  response_status integer,
  due_at timestamp with time zone,
  request_headers jsonb,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  PRIMARY KEY (id),
  CHECK (((status = ANY (ARRAY['delivered'::text, 'failed'::text])) = (finished_at IS NOT NULL))),
  CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'retrying'::text, 'failed'::text])))
) partition by RANGE (id);

create table webhook_endpoint (
  id uuid not null,
  owner_uid uuid not null,
  url text not null,
  events text[] not null,
  profile_ids uuid[],
  sealed_headers bytea,
  active boolean not null,
  disabled_reason text,
  failing_since timestamp with time zone,
  failed_in_a_row integer not null default 0,
  last_delivery_at timestamp with time zone,
  lease_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  holder text,
  fence bigint not null default 0,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  PRIMARY KEY (id),
  FOREIGN KEY (owner_uid) REFERENCES app_user(id) ON DELETE CASCADE,
  CHECK ((active = (disabled_reason IS NULL))),
  CHECK ((disabled_reason = ANY (ARRAY['by_hand'::text, 'gone'::text, 'failing'::text, 'plan'::text])))
);

create table webhook_secret (
  id uuid not null,
  endpoint_id uuid not null,
  sealed_secret bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  PRIMARY KEY (id),
  FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoint(id) ON DELETE CASCADE
);

create table weekly_report (
  uid uuid not null,
  profile_id uuid not null,
  since timestamp with time zone not null,
  due_at timestamp with time zone not null,
  PRIMARY KEY (uid, profile_id),
  FOREIGN KEY (profile_id) REFERENCES profile(id) ON DELETE CASCADE,
  FOREIGN KEY (uid) REFERENCES app_user(id) ON DELETE CASCADE
);

create table weekly_report_run (
  uid uuid not null,
  profile_id uuid not null,
  monday date not null,
  is_sent boolean not null,
  PRIMARY KEY (uid, profile_id, monday),
  FOREIGN KEY (profile_id) REFERENCES profile(id) ON DELETE CASCADE,
  FOREIGN KEY (uid) REFERENCES app_user(id) ON DELETE CASCADE
);

CREATE UNIQUE INDEX account_default ON account USING btree (profile_id, network) WHERE (is_default AND (disconnected_at IS NULL));

CREATE INDEX account_grant ON account USING btree (grant_id);

CREATE UNIQUE INDEX account_once ON account USING btree (profile_id, remote_account_id) WHERE (disconnected_at IS NULL);

CREATE INDEX account_owner ON account USING btree (owner_uid, id);

CREATE INDEX account_remote ON account USING btree (remote_account_id) WHERE (disconnected_at IS NULL);

CREATE INDEX account_set_creator ON account_set USING btree (created_by);

CREATE INDEX account_set_profile ON account_set USING btree (profile_id);

CREATE INDEX alert_newest ON alert USING btree (id DESC);

CREATE INDEX alert_open ON alert USING btree (id DESC) WHERE (acked_at IS NULL);

CREATE UNIQUE INDEX alert_standing ON alert USING btree (kind, COALESCE(subject, ''::text)) WHERE (watched AND (closed_at IS NULL));

CREATE INDEX alert_untold ON alert USING btree (id) WHERE ((raise_told_at IS NULL) OR ((closed_at IS NOT NULL) AND (close_told_at IS NULL)));

CREATE INDEX api_key_uid ON api_key USING btree (uid, id);

CREATE INDEX api_request_key ON api_request USING btree (key_id, id);

CREATE INDEX app_code_app ON app_code USING btree (app_id);

CREATE INDEX app_token_app ON app_token USING btree (app_id);

CREATE INDEX app_token_expiry ON app_token USING btree (expires_at);

CREATE INDEX app_user_by_plan ON app_user USING btree (plan, id);

CREATE INDEX app_user_by_role ON app_user USING btree (role, id);

CREATE INDEX app_user_created ON app_user USING btree (created_at);

CREATE UNIQUE INDEX app_user_email ON app_user USING btree (issuer, lower(email));

CREATE INDEX app_user_past_due ON app_user USING btree (past_due_since) WHERE (subscription_status = 'past_due'::text);

CREATE INDEX audit_entry_action ON audit_entry USING btree (action, id DESC);

CREATE INDEX audit_entry_actor ON audit_entry USING btree (actor_uid, id DESC);

CREATE INDEX audit_entry_owner ON audit_entry USING btree (owner_uid, id DESC);

CREATE UNIQUE INDEX audit_entry_position ON audit_entry USING btree ("position") WHERE ("position" IS NOT NULL);

CREATE INDEX audit_entry_profile ON audit_entry USING btree (profile_id, id DESC) WHERE (profile_id IS NOT NULL);

CREATE INDEX audit_entry_subject ON audit_entry USING btree (subject, id DESC);

CREATE INDEX audit_entry_unsealed ON audit_entry USING btree (tx, id) WHERE ("position" IS NULL);

CREATE INDEX backup_by_place ON backup USING btree (place, taken_at);

CREATE INDEX bulk_edit_expires ON bulk_edit USING btree (expires_at);

CREATE INDEX bulk_edit_uid ON bulk_edit USING btree (uid, id);

CREATE INDEX bulk_edit_post_post ON bulk_edit_post USING btree (post_id);

CREATE INDEX calendar_day_dates ON calendar_day USING btree (source_id, from_date, place);

CREATE INDEX calendar_feed_creator ON calendar_feed USING btree (created_by);

CREATE INDEX calendar_feed_profile ON calendar_feed USING btree (profile_id);

CREATE INDEX calendar_note_creator ON calendar_note USING btree (created_by);

CREATE INDEX calendar_note_days ON calendar_note USING btree (profile_id, from_date, id);

CREATE INDEX calendar_note_label ON calendar_note USING btree (label_id);

CREATE INDEX calendar_source_creator ON calendar_source USING btree (created_by);

CREATE INDEX calendar_source_due ON calendar_source USING btree (due_at);

CREATE INDEX cancellation_at ON cancellation USING btree (at);

CREATE INDEX cancellation_uid ON cancellation USING btree (uid);

CREATE INDEX company_flow_expires_at ON company_flow USING btree (expires_at);

CREATE INDEX company_flow_proved_uid ON company_flow USING btree (proved_uid) WHERE (proved_uid IS NOT NULL);

CREATE INDEX company_flow_uid ON company_flow USING btree (uid) WHERE (uid IS NOT NULL);

CREATE UNIQUE INDEX company_identity_uid ON company_identity USING btree (uid, issuer);

CREATE INDEX connected_app_expiry ON connected_app USING btree (expires_at);

CREATE INDEX connected_app_uid ON connected_app USING btree (uid, id);

CREATE INDEX conversation_account ON conversation USING btree (account_id, last_in_at DESC, id DESC);

CREATE INDEX conversation_all ON conversation USING btree (profile_id, last_in_at DESC, id DESC);

CREATE INDEX conversation_assigned ON conversation USING btree (assignee_uid, profile_id, last_in_at DESC, id DESC) WHERE (assignee_uid IS NOT NULL);

CREATE INDEX conversation_assignee ON conversation USING btree (assignee_uid) WHERE (assignee_uid IS NOT NULL);

CREATE INDEX conversation_kept ON conversation USING btree (network, state, updated_at) WHERE (erased_at IS NULL);

CREATE INDEX conversation_kind ON conversation USING btree (profile_id, kind, last_in_at DESC, id DESC);

CREATE INDEX conversation_list ON conversation USING btree (profile_id, state, last_in_at DESC, id DESC);

CREATE INDEX conversation_post ON conversation USING btree (post_id) WHERE (post_id IS NOT NULL);

CREATE INDEX conversation_snoozed ON conversation USING btree (snoozed_until) WHERE (snoozed_until IS NOT NULL);

CREATE INDEX conversation_unanswered ON conversation USING btree (profile_id, last_in_at DESC, id DESC) WHERE (unanswered_since IS NOT NULL);

CREATE INDEX conversation_unassigned ON conversation USING btree (profile_id, state, last_in_at DESC, id DESC) WHERE (assignee_uid IS NULL);

CREATE INDEX conversation_watched ON conversation USING btree (account_id) WHERE (state <> 'done'::text);

CREATE INDEX conversation_label_conversation ON conversation_label USING btree (conversation_id);

CREATE INDEX conversation_note_author ON conversation_note USING btree (author_uid, created_at) WHERE (author_uid IS NOT NULL);

CREATE INDEX conversation_note_list ON conversation_note USING btree (conversation_id, created_at, id);

CREATE INDEX conversation_note_mention_uid ON conversation_note_mention USING btree (uid);

CREATE UNIQUE INDEX data_deletion_open ON data_deletion USING btree (network, principal_hash) WHERE (state = 'received'::text);

CREATE INDEX delivery_tally_hour ON delivery_tally USING btree (hour);

CREATE INDEX departed_subject_age ON departed_subject USING btree (departed_at);

CREATE INDEX device_request_app ON device_request USING btree (app_id);

CREATE INDEX device_request_expiry ON device_request USING btree (expires_at);

CREATE INDEX directory_grant_profile ON directory_grant USING btree (profile_id);

CREATE UNIQUE INDEX directory_group_name ON directory_group USING btree (lower(display_name));

CREATE INDEX directory_group_member_uid ON directory_group_member USING btree (uid);

CREATE INDEX directory_membership_uid ON directory_membership USING btree (uid);

CREATE INDEX directory_user_external_id ON directory_user USING btree (external_id) WHERE (external_id IS NOT NULL);

CREATE UNIQUE INDEX directory_user_name ON directory_user USING btree (lower(user_name)) WHERE (removed_at IS NULL);

CREATE INDEX event_feed ON event USING btree (owner_uid, tx, id);

CREATE INDEX event_order ON event USING btree (tx, id);

CREATE INDEX feature_flag_updated_by ON feature_flag USING btree (updated_by);

CREATE INDEX guest_inviter ON guest USING btree (invited_by);

CREATE INDEX guest_mail_due ON guest USING btree (mail_due_at) WHERE (mail_due_at IS NOT NULL);

CREATE INDEX guest_owner ON guest USING btree (owner_uid);

CREATE INDEX guest_post ON guest USING btree (owner_uid, post_id) WHERE (post_id IS NOT NULL);

CREATE INDEX guest_profile ON guest USING btree (profile_id, id);

CREATE INDEX guest_code_created ON guest_code USING btree (created_at);

CREATE INDEX guest_code_guest ON guest_code USING btree (guest_id, created_at);

CREATE INDEX guest_code_post ON guest_code USING btree (owner_uid, post_id);

CREATE INDEX guest_decision_device ON guest_decision USING btree (device_id) WHERE (device_id IS NOT NULL);

CREATE INDEX guest_decision_owner ON guest_decision USING btree (owner_uid, post_id);

CREATE INDEX guest_decision_post ON guest_decision USING btree (post_id);

CREATE INDEX guest_device_expires ON guest_device USING btree (expires_at);

CREATE INDEX guest_device_guest ON guest_device USING btree (guest_id);

CREATE INDEX idea_author ON idea USING btree (author_uid);

CREATE INDEX idea_deleted ON idea USING btree (profile_id, deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX idea_media ON idea USING gin (media_ids);

CREATE INDEX idea_profile ON idea USING btree (profile_id, id);

CREATE UNIQUE INDEX idea_stage_name ON idea_stage USING btree (profile_id, lower(name));

CREATE INDEX idempotency_age ON idempotency USING btree (created_at);

CREATE INDEX inbox_account_next_look ON inbox_account USING btree (next_look_at) WHERE (next_look_at IS NOT NULL);

CREATE INDEX inbox_act_account ON inbox_act USING btree (account_id, due_at);

CREATE INDEX inbox_act_due ON inbox_act USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX inbox_act_person ON inbox_act USING btree (by_uid) WHERE (by_uid IS NOT NULL);

CREATE INDEX inbox_day_account ON inbox_day USING btree (account_id);

CREATE INDEX inbox_item_conversation ON inbox_item USING btree (conversation_id, said_at, id);

CREATE INDEX inbox_item_kept ON inbox_item USING btree (COALESCE(read_at, seen_at)) WHERE (erased_at IS NULL);

CREATE INDEX inbox_item_sender ON inbox_item USING btree (sender_id);

CREATE INDEX inbox_item_words ON inbox_item USING gin (to_tsvector('simple'::regconfig, translate(text, '@.-_+/:'::text, '       '::text)));

CREATE INDEX inbox_reply_author ON inbox_reply USING btree (author_uid) WHERE (author_uid IS NOT NULL);

CREATE INDEX inbox_reply_conversation ON inbox_reply USING btree (conversation_id, created_at, id);

CREATE INDEX inbox_reply_item ON inbox_reply USING btree (item_id);

CREATE INDEX inbox_reply_seen_item ON inbox_reply USING btree (seen_item_id) WHERE (seen_item_id IS NOT NULL);

CREATE UNIQUE INDEX inbox_reply_sent ON inbox_reply USING btree (sent_item_id) WHERE (sent_item_id IS NOT NULL);

CREATE INDEX inbox_reply_waiting ON inbox_reply USING btree (waiting_profile_id, conversation_id) WHERE (waiting_profile_id IS NOT NULL);

CREATE INDEX inbox_reply_decision_uid ON inbox_reply_decision USING btree (uid);

CREATE INDEX inbox_rule_account ON inbox_rule USING btree (account_id) WHERE (account_id IS NOT NULL);

CREATE INDEX inbox_rule_assignee ON inbox_rule USING btree (assignee_uid) WHERE (assignee_uid IS NOT NULL);

CREATE INDEX inbox_rule_profile ON inbox_rule USING btree (profile_id, "position");

CREATE INDEX inbox_rule_run_assignee ON inbox_rule_run USING btree (assignee_uid) WHERE (assignee_uid IS NOT NULL);

CREATE INDEX inbox_rule_run_rule ON inbox_rule_run USING btree (rule_id, created_at DESC);

CREATE INDEX inbox_sender_handle ON inbox_sender USING btree (account_id, handle);

CREATE INDEX inbox_sender_words ON inbox_sender USING gin (to_tsvector('simple'::regconfig, translate(((handle || ' '::text) || COALESCE(name, ''::text)), '@.-_+'::text, '     '::text)));

CREATE INDEX inbox_units_account ON inbox_units USING btree (account_id);

CREATE INDEX job_due ON job USING btree (name, due_at, id) WHERE (due_at IS NOT NULL);

CREATE INDEX job_failed ON job USING btree (failed_at) WHERE (failed_at IS NOT NULL);

CREATE UNIQUE INDEX job_waiting ON job USING btree (name, key) WHERE ((key IS NOT NULL) AND (begun_at IS NULL) AND (due_at IS NOT NULL));

CREATE INDEX label_unsettled ON label USING btree (profile_id) WHERE (previous_keys <> '{}'::text[]);

CREATE INDEX mail_template_updated_by ON mail_template USING btree (updated_by);

CREATE INDEX mail_token_expiry ON mail_token USING btree (expires_at);

CREATE INDEX media_author ON media USING btree (author_uid, profile_id, id) WHERE (author_uid IS NOT NULL);

CREATE INDEX media_file_use ON media USING btree (file_key);

CREATE INDEX media_owner ON media USING btree (owner_uid, id);

CREATE INDEX media_profile ON media USING btree (profile_id, id) WHERE (profile_id IS NOT NULL);

CREATE UNIQUE INDEX media_file_content ON media_file USING btree (owner_uid, hash) WHERE (state = 'stored'::text);

CREATE INDEX media_file_stored ON media_file USING btree (owner_uid) INCLUDE (size, poster_size) WHERE (state = 'stored'::text);

CREATE INDEX media_file_unsettled ON media_file USING btree (state_since) WHERE (state <> 'stored'::text);

CREATE INDEX media_upload_age ON media_upload USING btree (created_at);

CREATE INDEX media_upload_author ON media_upload USING btree (author_uid);

CREATE INDEX media_upload_open ON media_upload USING btree (owner_uid) WHERE (settled_at IS NULL);

CREATE INDEX media_use_media ON media_use USING btree (media_id);

CREATE INDEX mention_entry_creator ON mention_entry USING btree (created_by);

CREATE UNIQUE INDEX mention_entry_name ON mention_entry USING btree (profile_id, key);

CREATE INDEX metrics_account_due ON metrics_account USING btree (account_id, due_at);

CREATE INDEX metrics_account_next_look ON metrics_account USING btree (next_look_at);

CREATE INDEX metrics_post_best ON metrics_post USING btree (profile_id, place, engagement_class DESC, published_at);

CREATE INDEX metrics_post_latest ON metrics_post USING btree (profile_id, place, published_at);

CREATE INDEX metrics_watch_due ON metrics_watch USING btree (account_id, due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX metrics_watch_published ON metrics_watch USING btree (account_id, published_at);

CREATE INDEX network_grant_expiry ON network_grant USING btree (expires_at) WHERE ((status = 'active'::text) AND (expires_at IS NOT NULL));

CREATE INDEX network_grant_principal ON network_grant USING btree (network, principal);

CREATE INDEX notice_account ON notice USING btree (account_id);

CREATE INDEX notice_list ON notice USING btree (uid, id) WHERE on_page;

CREATE INDEX notice_made ON notice USING btree (made_at);

CREATE INDEX notice_mailed ON notice USING btree (uid, mailed_at) WHERE (mailed_at IS NOT NULL);

CREATE INDEX notice_post ON notice USING btree (post_id);

CREATE INDEX notice_profile ON notice USING btree (profile_id);

CREATE INDEX notice_team_comment ON notice USING btree (team_comment_id) WHERE (team_comment_id IS NOT NULL);

CREATE INDEX notice_waiting ON notice USING btree (uid, made_at) WHERE (by_mail AND (mailed_at IS NULL) AND (read_at IS NULL) AND (solved_at IS NULL));

CREATE INDEX oauth_client_unused ON oauth_client USING btree (id) WHERE (used_at IS NULL);

CREATE INDEX oauth_client_used ON oauth_client USING btree (used_at) WHERE (used_at IS NOT NULL);

CREATE INDEX oauth_flow_expiry ON oauth_flow USING btree (expires_at);

CREATE INDEX page_choice_profile ON page_choice USING btree (profile_id);

CREATE UNIQUE INDEX passkey_credential_id ON passkey USING btree (credential_id);

CREATE INDEX passkey_uid ON passkey USING btree (uid, id);

CREATE INDEX passkey_challenge_expires_at ON passkey_challenge USING btree (expires_at);

CREATE INDEX passkey_challenge_uid ON passkey_challenge USING btree (uid) WHERE (uid IS NOT NULL);

CREATE INDEX post_calendar ON post USING btree (profile_id, scheduled_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX post_date ON post USING btree (profile_id, status, COALESCE(
CASE
    WHEN (status = ANY (ARRAY['published'::text, 'partial'::text])) THEN published_at
    ELSE NULL::timestamp with time zone
END, scheduled_at, published_at, 'infinity'::timestamp with time zone) DESC, id DESC) WHERE (deleted_at IS NULL);

CREATE UNIQUE INDEX post_descendant ON post USING btree (root_post_id, profile_id) WHERE (root_post_id IS NOT NULL);

CREATE INDEX post_due ON post USING btree (scheduled_at) WHERE ((status = 'scheduled'::text) AND (deleted_at IS NULL));

CREATE INDEX post_idea ON post USING btree (idea_id, id) WHERE (idea_id IS NOT NULL);

CREATE INDEX post_live ON post USING btree (profile_id, id DESC) WHERE (deleted_at IS NULL);

CREATE INDEX post_owner ON post USING btree (owner_uid, id);

CREATE INDEX post_published ON post USING btree (profile_id, published_at) WHERE ((published_at IS NOT NULL) AND (deleted_at IS NULL));

CREATE INDEX post_recurring_rule ON post USING btree (recurring_rule_id) WHERE (recurring_rule_id IS NOT NULL);

CREATE INDEX post_recycled_from ON post USING btree (recycled_from_id, id) WHERE (recycled_from_id IS NOT NULL);

CREATE INDEX post_slot_plan ON post USING btree (slot_plan_id, scheduled_at) WHERE (slot_plan_id IS NOT NULL);

CREATE INDEX post_status ON post USING btree (profile_id, status, id DESC) WHERE (deleted_at IS NULL);

CREATE INDEX post_tags ON post USING gin (tags) WITH (fastupdate=off) WHERE ((tags <> '{}'::text[]) AND (deleted_at IS NULL));

CREATE INDEX post_trash ON post USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX post_upcoming ON post USING btree (profile_id, scheduled_at, id) WHERE ((status = ANY (ARRAY['scheduled'::text, 'queued'::text])) AND (deleted_at IS NULL));

CREATE INDEX post_approval_owner ON post_approval USING btree (owner_uid, post_id);

CREATE INDEX post_approval_uid ON post_approval USING btree (uid);

CREATE INDEX post_approval_request_by ON post_approval_request USING btree (requested_by);

CREATE INDEX post_approval_request_owner ON post_approval_request USING btree (owner_uid, post_id);

CREATE INDEX post_comment_author ON post_comment USING btree (author_uid) WHERE (author_uid IS NOT NULL);

CREATE INDEX post_comment_guest ON post_comment USING btree (guest_id) WHERE (guest_id IS NOT NULL);

CREATE INDEX post_comment_link ON post_comment USING btree (link_id);

CREATE INDEX post_comment_post ON post_comment USING btree (owner_uid, post_id);

CREATE INDEX post_presence_owner ON post_presence USING btree (owner_uid);

CREATE INDEX post_presence_uid ON post_presence USING btree (uid);

CREATE INDEX post_target_account ON post_target USING btree (account_id);

CREATE UNIQUE INDEX post_target_default ON post_target USING btree (post_id, network) WHERE (account_id IS NULL);

CREATE INDEX post_target_delayed ON post_target USING btree (post_id) WHERE (overrides ? 'delaySeconds'::text);

CREATE INDEX post_target_digest ON post_target USING btree (account_id, digest) WHERE (digest IS NOT NULL);

CREATE INDEX post_target_publication ON post_target USING btree (publication_id) WHERE (publication_id IS NOT NULL);

CREATE INDEX profile_avatar ON profile USING btree (avatar_media_id) WHERE (avatar_media_id IS NOT NULL);

CREATE INDEX profile_live ON profile USING btree (owner_uid, id) WHERE (deleted_at IS NULL);

CREATE INDEX profile_trash ON profile USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX profile_invite_email ON profile_invite USING btree (lower(email)) WHERE (email IS NOT NULL);

CREATE INDEX profile_invite_expiry ON profile_invite USING btree (expires_at);

CREATE INDEX profile_invite_inviter ON profile_invite USING btree (invited_by, created_at);

CREATE INDEX profile_invite_open ON profile_invite USING btree (profile_id, id) WHERE (ended_at IS NULL);

CREATE INDEX profile_link_child ON profile_link USING btree (child_id) WHERE (removed_at IS NULL);

CREATE INDEX profile_link_history ON profile_link USING btree (parent_id) WHERE (removed_at IS NOT NULL);

CREATE UNIQUE INDEX profile_link_live ON profile_link USING btree (parent_id, child_id) WHERE (removed_at IS NULL);

CREATE INDEX profile_link_owner ON profile_link USING btree (owner_uid, id);

CREATE INDEX profile_member_uid ON profile_member USING btree (uid);

CREATE INDEX publication_account ON publication USING btree (account_id, id);

CREATE INDEX publication_due ON publication USING btree (network, due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX publication_ended_badly ON publication USING btree (network, finished_at DESC) WHERE ((status = ANY (ARRAY['failed'::text, 'unknown'::text])) AND (finished_at IS NOT NULL));

CREATE UNIQUE INDEX publication_handle ON publication USING btree (network, handle) WHERE (handle IS NOT NULL);

CREATE INDEX publication_held ON publication USING btree (account_id) WHERE (status = 'held'::text);

CREATE INDEX publication_held_until ON publication USING btree (network, held_until) WHERE (held_until IS NOT NULL);

CREATE INDEX publication_lane ON publication USING btree (remote_account_id, wanted_at, ordinal) WHERE (due_at IS NOT NULL);

CREATE INDEX publication_latest ON publication USING btree (latest_at) WHERE (status = ANY (ARRAY['queued'::text, 'held'::text]));

CREATE UNIQUE INDEX publication_one_live ON publication USING btree (target_id) WHERE (status = ANY (ARRAY['queued'::text, 'publishing'::text, 'processing'::text, 'held'::text]));

CREATE INDEX publication_over_plan ON publication USING btree (id) WHERE ((status = 'held'::text) AND (held_why = 'plan'::text));

CREATE INDEX publication_published ON publication USING btree (shown_at) WHERE (status = 'published'::text);

CREATE INDEX publication_spent ON publication USING btree (remote_account_id, spent_at) INCLUDE (cost, format) WHERE (spent_at IS NOT NULL);

CREATE INDEX publication_spent_app ON publication USING btree (spends_app, spent_at) INCLUDE (cost, format) WHERE ((spends_app IS NOT NULL) AND (spent_at IS NOT NULL));

CREATE INDEX publication_target ON publication USING btree (target_id, id);

CREATE INDEX publication_unapproved ON publication USING btree (account_id) WHERE ((status = 'held'::text) AND (held_why = 'approval'::text));

CREATE INDEX publication_call_of ON publication_call USING btree (publication_id, id);

CREATE UNIQUE INDEX publication_part_remote ON publication_part USING btree (remote_account_id, remote_id) WHERE (remote_id IS NOT NULL);

CREATE INDEX publication_part_shown ON publication_part USING brin (shown_at);

CREATE INDEX publication_tally_hour ON publication_tally USING btree (hour);

CREATE INDEX publication_tally_published ON publication_tally USING btree (network, last_at DESC) WHERE ((outcome = 'published'::text) AND (last_at IS NOT NULL));

CREATE INDEX recurring_occurrence_post ON recurring_occurrence USING btree (post_id) WHERE (post_id IS NOT NULL);

CREATE INDEX recurring_rule_author ON recurring_rule USING btree (author_uid);

CREATE INDEX recurring_rule_due ON recurring_rule USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX recurring_rule_orphan ON recurring_rule USING btree (id) WHERE ((post_id IS NULL) AND (cancelled_at IS NULL));

CREATE INDEX recurring_rule_profile ON recurring_rule USING btree (profile_id, id);

CREATE INDEX recurring_rule_template ON recurring_rule USING btree (post_id);

CREATE INDEX recycling_due ON recycling USING btree (due_at);

CREATE INDEX recycling_run_clone ON recycling_run USING btree (clone_id) WHERE (clone_id IS NOT NULL);

CREATE INDEX refresh_token_session ON refresh_token USING btree (session_id);

CREATE INDEX saved_text_creator ON saved_text USING btree (created_by);

CREATE INDEX saved_text_profile ON saved_text USING btree (profile_id, id);

CREATE INDEX saved_view_creator ON saved_view USING btree (created_by);

CREATE INDEX saved_view_label ON saved_view USING btree (label_id);

CREATE UNIQUE INDEX saved_view_name ON saved_view USING btree (profile_id, owner_uid, lower(name)) NULLS NOT DISTINCT;

CREATE INDEX saved_view_owner ON saved_view USING btree (owner_uid);

CREATE INDEX saved_view_profile ON saved_view USING btree (profile_id, id);

CREATE INDEX secret_updated_by ON secret USING btree (updated_by);

CREATE INDEX secret_version_created_by ON secret_version USING btree (created_by);

CREATE UNIQUE INDEX self_test_run_one ON self_test_run USING btree ((true)) WHERE (finished_at IS NULL);

CREATE INDEX self_test_run_started_by ON self_test_run USING btree (started_by);

CREATE INDEX share_link_post ON share_link USING btree (owner_uid, post_id);

CREATE INDEX share_view_day ON share_view USING btree (day);

CREATE INDEX sign_in_session_expiry ON sign_in_session USING btree (expires_at);

CREATE INDEX sign_in_session_uid ON sign_in_session USING btree (uid);

CREATE INDEX slack_code_expires_at ON slack_code USING btree (expires_at);

CREATE INDEX slack_code_uid ON slack_code USING btree (uid);

CREATE INDEX slack_flow_expires_at ON slack_flow USING btree (expires_at);

CREATE INDEX slack_flow_uid ON slack_flow USING btree (uid);

CREATE INDEX slack_inbox_received_at ON slack_inbox USING btree (received_at);

CREATE INDEX slack_person_profile ON slack_person USING btree (profile_id);

CREATE INDEX slack_person_uid ON slack_person USING btree (uid, linked_at);

CREATE INDEX slack_workspace_installer ON slack_workspace USING btree (installer_uid);

CREATE INDEX slot_plan_profile ON slot_plan USING btree (profile_id, id);

CREATE UNIQUE INDEX subscription_period_current ON subscription_period USING btree (uid) WHERE (ended_at IS NULL);

CREATE INDEX subscription_period_uid ON subscription_period USING btree (uid);

CREATE INDEX team_comment_author ON team_comment USING btree (author_uid);

CREATE INDEX team_comment_owner ON team_comment USING btree (owner_uid, post_id);

CREATE INDEX team_comment_post ON team_comment USING btree (post_id, id);

CREATE INDEX team_comment_resolver ON team_comment USING btree (resolved_by) WHERE (resolved_by IS NOT NULL);

CREATE INDEX team_comment_thread ON team_comment USING btree (thread_id);

CREATE INDEX team_comment_mention_person ON team_comment_mention USING btree (uid);

CREATE INDEX telegram_chat_asked_about ON telegram_chat USING btree (asked_about);

CREATE INDEX telegram_chat_profile ON telegram_chat USING btree (profile_id);

CREATE INDEX telegram_chat_uid ON telegram_chat USING btree (uid, linked_at);

CREATE INDEX telegram_code_expires_at ON telegram_code USING btree (expires_at);

CREATE INDEX telegram_code_uid ON telegram_code USING btree (uid);

CREATE INDEX telegram_item_due ON telegram_item USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX telegram_item_lane ON telegram_item USING btree (lane_id);

CREATE INDEX telegram_item_received_at ON telegram_item USING btree (received_at);

CREATE UNIQUE INDEX telegram_item_update ON telegram_item USING btree (bot_id, update_id) WHERE (update_id IS NOT NULL);

CREATE INDEX telegram_source_album ON telegram_source USING btree (bot_id, chat_id, album) WHERE (album IS NOT NULL);

CREATE INDEX telegram_source_card ON telegram_source USING btree (bot_id, chat_id, card_id);

CREATE INDEX telegram_source_post ON telegram_source USING btree (post_id);

CREATE INDEX telegram_talk_asked_at ON telegram_talk USING btree (asked_at);

CREATE INDEX telegram_talk_conversation ON telegram_talk USING btree (conversation_id);

CREATE INDEX ticket_newest ON ticket USING btree (status, id DESC);

CREATE UNIQUE INDEX ticket_open ON ticket USING btree (kind, subject) WHERE (status <> 'closed'::text);

CREATE INDEX ticket_owner ON ticket USING btree (owner_uid, id);

CREATE INDEX user_word_by_word ON user_word USING btree (word, uid);

CREATE INDEX webhook_delivery_failed ON webhook_delivery USING btree (endpoint_id, id DESC) WHERE (status = 'failed'::text);

CREATE INDEX webhook_delivery_lane ON webhook_delivery USING btree (endpoint_id, due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX webhook_delivery_list ON webhook_delivery USING btree (endpoint_id, id);

CREATE INDEX webhook_endpoint_owner ON webhook_endpoint USING btree (owner_uid, id);

CREATE UNIQUE INDEX webhook_secret_current ON webhook_secret USING btree (endpoint_id) WHERE (expires_at IS NULL);

CREATE INDEX webhook_secret_endpoint ON webhook_secret USING btree (endpoint_id, created_at);

CREATE INDEX weekly_report_due ON weekly_report USING btree (due_at);

CREATE INDEX weekly_report_profile ON weekly_report USING btree (profile_id);

CREATE INDEX weekly_report_run_profile ON weekly_report_run USING btree (profile_id);

CREATE TRIGGER bring_looks_forward_insert AFTER INSERT ON metrics_watch REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION ph.bring_looks_forward();

CREATE TRIGGER bring_looks_forward_update AFTER UPDATE ON metrics_watch REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION ph.bring_looks_forward();

CREATE TRIGGER bring_own_look_forward BEFORE INSERT OR UPDATE OF due_at ON metrics_account FOR EACH ROW EXECUTE FUNCTION ph.bring_own_look_forward();

CREATE TRIGGER count_text_of_added_targets AFTER INSERT ON post_target FOR EACH ROW WHEN ((new.overrides <> '{}'::jsonb)) EXECUTE FUNCTION ph.count_text();

CREATE TRIGGER count_text_of_changed_targets AFTER UPDATE OF overrides ON post_target FOR EACH ROW WHEN ((old.overrides <> new.overrides)) EXECUTE FUNCTION ph.count_text();

CREATE TRIGGER count_text_of_posts AFTER INSERT OR DELETE OR UPDATE OF content, title, first_comment, link, thread, media, settings, metadata, mentions ON post FOR EACH ROW EXECUTE FUNCTION ph.count_text();

CREATE TRIGGER count_text_of_removed_targets AFTER DELETE ON post_target FOR EACH ROW WHEN ((old.overrides <> '{}'::jsonb)) EXECUTE FUNCTION ph.count_text();

CREATE TRIGGER guest_departs AFTER DELETE ON guest FOR EACH ROW EXECUTE FUNCTION ph.note_departed_guest();

CREATE TRIGGER note_subscription_begun AFTER INSERT ON app_user FOR EACH ROW EXECUTE FUNCTION note_subscription();

CREATE TRIGGER note_subscription_changed AFTER UPDATE OF plan ON app_user FOR EACH ROW WHEN ((old.plan IS DISTINCT FROM new.plan)) EXECUTE FUNCTION note_subscription();

CREATE TRIGGER note_subscription_ended BEFORE DELETE ON app_user FOR EACH ROW EXECUTE FUNCTION note_subscription();

CREATE TRIGGER note_words_of_added_user AFTER INSERT ON app_user FOR EACH ROW EXECUTE FUNCTION ph.note_user_words();

CREATE TRIGGER note_words_of_changed_user AFTER UPDATE OF email, name ON app_user FOR EACH ROW WHEN (((old.email IS DISTINCT FROM new.email) OR (old.name IS DISTINCT FROM new.name))) EXECUTE FUNCTION ph.note_user_words();

CREATE TRIGGER tally_added_accounts AFTER INSERT ON account REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ph.tally_accounts();

CREATE TRIGGER tally_added_posts AFTER INSERT ON post REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ph.tally_posts();

CREATE TRIGGER tally_added_profiles AFTER INSERT ON profile REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ph.tally_profiles();

CREATE TRIGGER tally_added_users AFTER INSERT ON app_user REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ph.tally_users();

CREATE TRIGGER tally_changed_accounts AFTER UPDATE ON account FOR EACH ROW WHEN ((((old.network IS DISTINCT FROM new.network) OR (old.status IS DISTINCT FROM new.status)) OR ((old.disconnected_at IS NULL) IS DISTINCT FROM (new.disconnected_at IS NULL)))) EXECUTE FUNCTION ph.tally_accounts();

CREATE TRIGGER tally_changed_profiles AFTER UPDATE ON profile FOR EACH ROW WHEN (((old.deleted_at IS NULL) <> (new.deleted_at IS NULL))) EXECUTE FUNCTION ph.tally_profiles();

CREATE TRIGGER tally_changed_users AFTER UPDATE ON app_user FOR EACH ROW WHEN ((((old.plan IS DISTINCT FROM new.plan) OR (old.role IS DISTINCT FROM new.role)) OR (old.subscription_status IS DISTINCT FROM new.subscription_status))) EXECUTE FUNCTION ph.tally_users();

CREATE TRIGGER tally_delivery AFTER UPDATE ON webhook_delivery FOR EACH ROW WHEN (((old.finished_at IS NULL) AND (new.finished_at IS NOT NULL))) EXECUTE FUNCTION ph.tally_delivery();

CREATE TRIGGER tally_moved_posts AFTER UPDATE ON post FOR EACH ROW WHEN ((ph.post_tally_key(old.*) <> ph.post_tally_key(new.*))) EXECUTE FUNCTION ph.tally_posts();

CREATE TRIGGER tally_publication AFTER UPDATE ON publication FOR EACH ROW WHEN (((old.finished_at IS NULL) AND (new.finished_at IS NOT NULL) AND (new.status = ANY (ARRAY['published'::text, 'failed'::text, 'unknown'::text])))) EXECUTE FUNCTION ph.tally_publication();

CREATE TRIGGER tally_removed_accounts AFTER DELETE ON account REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION ph.tally_accounts();

CREATE TRIGGER tally_removed_posts AFTER DELETE ON post REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION ph.tally_posts();

CREATE TRIGGER tally_removed_profiles AFTER DELETE ON profile REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION ph.tally_profiles();

CREATE TRIGGER tally_removed_users AFTER DELETE ON app_user REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION ph.tally_users();
