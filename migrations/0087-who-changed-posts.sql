-- expand
-- Users who changed what a post publishes. They count as its authors, so they cannot approve it.
alter table post add column edited_by uuid[] not null default '{}';
-- The user who wrote the present alt text of a file, which every post without its own alt text publishes.
alter table media add column alt_text_by uuid;

-- Posts that wait in a profile with approvals: the audit log knows who changed them. It names posts by their IDs on the
-- wire, which are 26 letters of five bits each.
with waiting as (
  select post.id, (b'00' || ('x' || replace(post.id::text, '-', ''))::bit(128))::bit(130) as bits
  from post join profile on profile.id = post.profile_id and profile.required_approvals > 0
  where post.deleted_at is null and post.status not in ('published', 'publishing')
), named as (
  select id, 'post_' || (
    select string_agg(
      substr('0123456789abcdefghjkmnpqrstvwxyz', substring(bits from place * 5 + 1 for 5)::bit(5)::int + 1, 1), '' order by place)
    from generate_series(0, 25) place) as wire
  from waiting
), editors as (
  select named.id, array_agg(distinct entry.actor_uid) as uids
  from named join audit_entry entry on entry.subject = named.wire
  where entry.actor_uid is not null and (
    entry.action in ('post.expanded', 'post.recycling_changed')
    or entry.action = 'post.updated' and (
      -- Other words for one platform leave no trace but the entry itself.
      entry.changes = '{}'::jsonb
      or entry.changes ?| array['content', 'title', 'format', 'thread', 'media', 'language', 'firstComment', 'link',
        'settings', 'platforms']))
  group by named.id
)
update post set edited_by = editors.uids from editors where post.id = editors.id;
