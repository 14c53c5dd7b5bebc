-- contract: from 0.1.0
-- Jobs: work for later, stored in the transaction of its cause. For the claim each job is a lane of its own.
create table job (
  id uuid primary key,
  name text not null,
  data jsonb not null,
  -- While a job with a key waits for its first attempt, enqueuing the key again adds no second job.
  key text,
  created_at timestamptz not null default ph.now(),
  -- The time of the next attempt. Null in a dead letter.
  due_at timestamptz,
  -- The begin of the latest attempt. Null until the first one.
  begun_at timestamptz,
  -- The number of attempts that have begun. An attempt that a stopping process handed back does not count.
  attempts integer not null default 0,
  -- Why the latest attempt failed.
  error text,
  -- When the job failed for good: it is a dead letter.
  failed_at timestamptz,
  lease_until timestamptz not null default '-infinity',
  holder text,
  fence bigint not null default 0,
  check ((due_at is null) = (failed_at is not null))
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 200);

create index job_due on job (name, due_at, id) where due_at is not null;
create unique index job_waiting on job (name, key) where key is not null and begun_at is null and due_at is not null;
create index job_failed on job (failed_at) where failed_at is not null;

-- Earlier versions kept jobs in the tables of pg-boss. Waiting, running and dead jobs move here; a job that was running
-- begins again, as after a crash. The lock keeps a process of the earlier version from adding one meanwhile.
do $$
begin
  if to_regclass('jobs.job_common') is null then
    return;
  end if;
  lock table jobs.job in access exclusive mode;
  insert into job (id, name, data, key, created_at, due_at, begun_at, attempts, error, failed_at)
  select old.id,
    coalesce(old.source_name, old.name),
    coalesce(old.data, '{}'),
    case when old.name = 'dead' or old.state <> 'created' then null else old.singleton_key end,
    coalesce(old.source_created_on, old.created_on),
    case when old.name = 'dead' then null else old.start_after end,
    case when old.name <> 'dead' and old.state = 'created' then null else coalesce(old.started_on, old.created_on) end,
    case when old.name = 'dead' then coalesce(old.source_retry_count, 0) + 1
      when old.started_on is null then old.retry_count
      else old.retry_count + 1 end,
    coalesce(old.source_output, old.output) ->> 'message',
    case when old.name = 'dead' then old.created_on end
  from jobs.job old
  where old.state in ('created', 'retry', 'active') and old.name not like '\_\_%';
  drop schema jobs cascade;
end $$;
