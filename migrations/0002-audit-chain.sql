-- contract: from 0.1.0
-- The audit log can be trusted: each entry carries a digest of what it says, and a sealer links the digests.
-- position is its place in the chain, given by the sealer; until then it is null. salt goes when a person is erased.
alter table audit_entry
  add column tx xid8 not null default pg_current_xact_id(),
  add column position bigint,
  add column salt bytea,
  add column changes_digest bytea,
  add column leaf bytea;

-- What was written before gets its digests here, as it stands; src/modules/audit/chain/leaf.ts says the same for new entries.
create function pg_temp.canonical(value jsonb) returns text language plpgsql as $$
begin
  case jsonb_typeof(value)
    when 'object' then
      return '{' || coalesce((select string_agg(to_json(key)::text || ':' || pg_temp.canonical(member), ','
        order by key collate "C") from jsonb_each(value) each(key, member)), '') || '}';
    when 'array' then
      return '[' || coalesce((select string_agg(pg_temp.canonical(member), ',' order by no)
        from jsonb_array_elements(value) with ordinality each(member, no)), '') || ']';
    when 'string' then return to_json(value #>> '{}')::text;
    else return value::text;
  end case;
end $$;
update audit_entry set salt = uuid_send(gen_random_uuid());
update audit_entry set changes_digest = sha256(salt || convert_to(pg_temp.canonical(changes), 'UTF8'));
update audit_entry set leaf = sha256(convert_to(pg_temp.canonical(jsonb_build_object(
  'id', id, 'at', (extract(epoch from at) * 1000000)::bigint, 'actorUid', actor_uid, 'actorKind', actor_kind,
  'actorKeyId', actor_key_id, 'ownerUid', owner_uid, 'action', action, 'subject', subject, 'requestId', request_id,
  'changes', encode(changes_digest, 'hex'))), 'UTF8'));
drop function pg_temp.canonical(jsonb);

alter table audit_entry
  alter column changes_digest set not null,
  alter column leaf set not null;
create unique index audit_entry_position on audit_entry (position) where position is not null;
create index audit_entry_unsealed on audit_entry (tx, id) where position is null;

-- The chain. Each seal covers a run of positions, and its hash covers the seal before it.
create table audit_seal (
  no bigint primary key,
  sealed_at timestamptz not null,
  first_position bigint not null,
  last_position bigint not null,
  leaves bytea not null,
  previous bytea not null,
  hash bytea not null
);
