-- contract: from 0.1.0
-- Outgoing webhooks: who is told of events, what was sent, and each time that it was tried.

-- A fresh id like the application's, for rows that a statement makes by itself: 48 bits of time, then random.
create function ph.new_id() returns uuid language sql volatile as $$
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch from ph.now()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
$$;

-- Events, deliveries and attempts are kept for a while and then dropped by the week, which their ids begin with. What no
-- week is there for yet is caught by the default partition.
alter table event rename to event_default;
alter table event_default rename constraint event_pkey to event_default_pkey;
alter index event_feed rename to event_default_feed;
alter table event_default add column body text;
create table event (
  id uuid not null,
  tx xid8 not null default pg_current_xact_id(),
  owner_uid uuid not null,
  type text not null,
  data jsonb not null,
  created_at timestamptz not null,
  -- What subscribers are sent, to the byte. Null: nobody outside hears of it.
  body text,
  primary key (id)
) partition by range (id);
create index event_feed on event (owner_uid, tx, id);
-- For those who follow everybody's events.
create index event_order on event (tx, id);
alter table event attach partition event_default default;

-- An endpoint is a lane: its deliveries are in one hand at a time.
create table webhook_endpoint (
  id uuid primary key,
  owner_uid uuid not null references app_user on delete cascade,
  url text not null,
  events text[] not null,
  -- Null: all profiles of the owner. Otherwise those of the API key that made it.
  profile_ids uuid[],
  sealed_headers bytea,
  active boolean not null,
  -- Why it is not active.
  disabled_reason text check (disabled_reason in ('by_hand', 'gone', 'failing', 'plan')),
  -- The unbroken run of failures that lasts until now, if there is one.
  failing_since timestamptz,
  failed_in_a_row integer not null default 0,
  last_delivery_at timestamptz,
  lease_until timestamptz not null default '-infinity',
  holder text,
  fence bigint not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (active = (disabled_reason is null))
) with (fillfactor = 70);
create index webhook_endpoint_owner on webhook_endpoint (owner_uid, id);

create table webhook_secret (
  id uuid primary key,
  endpoint_id uuid not null references webhook_endpoint on delete cascade,
  sealed_secret bytea not null,
  created_at timestamptz not null,
  -- Null: the one that signs. Until then an old one signs besides.
  expires_at timestamptz
);
create unique index webhook_secret_current on webhook_secret (endpoint_id) where expires_at is null;
create index webhook_secret_endpoint on webhook_secret (endpoint_id, created_at);

create table webhook_delivery (
  id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  -- The receiver is shown the delivery's id instead of the event's.
  own_id boolean not null,
  replay_of uuid,
  -- Somebody asked for it: it goes out though the endpoint is not active.
  by_hand boolean not null,
  status text not null check (status in ('pending', 'delivered', 'retrying', 'failed')),
  attempts integer not null default 0,
  -- Attempts that came to an end, and a bad one: by these the next wait is chosen.
  failures integer not null default 0,
  response_status integer,
  -- Null: never again by itself, or not before the endpoint is active again.
  due_at timestamptz,
  -- Of the last attempt, as they were shown to its receiver; values of the owner's own headers are masked.
  request_headers jsonb,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (id),
  check ((status in ('delivered', 'failed')) = (finished_at is not null))
) partition by range (id);
create table webhook_delivery_default partition of webhook_delivery default with (fillfactor = 80);
create index webhook_delivery_lane on webhook_delivery (endpoint_id, due_at) where due_at is not null;
create index webhook_delivery_list on webhook_delivery (endpoint_id, id);

create table webhook_attempt (
  delivery_id uuid not null,
  attempt integer not null,
  begun_at timestamptz not null,
  -- Null: it has not ended, or whoever made it died.
  duration_ms integer,
  response_status integer,
  error text,
  response_body text,
  primary key (delivery_id, attempt)
) partition by range (delivery_id);
create table webhook_attempt_default partition of webhook_attempt default;
