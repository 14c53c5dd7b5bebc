-- expand
-- Labels of a brand. Posts and files hold names of labels in `tags`. Names are compared by their key.
create function ph.label_key(name text) returns text language sql immutable strict parallel safe
  return lower(regexp_replace(btrim(normalize(name, NFC)), '\s+', ' ', 'g'));

create table label (
  id uuid primary key,
  profile_id uuid not null references profile on delete cascade,
  name text not null,
  key text not null generated always as (ph.label_key(name)) stored,
  color text not null,
  kind text not null check (kind in ('label', 'campaign')),
  from_date date,
  to_date date,
  note text,
  -- Keys of tags that posts and files may still have and that become `name`: after a rename or a merge.
  previous_keys text[] not null default '{}',
  archived_at timestamptz,
  -- Set while the tags of a deleted label are removed from posts and files. Then the row is deleted.
  removed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (profile_id, key)
);
create index label_unsettled on label (profile_id) where previous_keys <> '{}';

-- Each name that posts have becomes a label. Other spellings of it are replaced afterwards, in batches.
insert into label (id, profile_id, name, color, kind, previous_keys, created_at, updated_at)
select ph.new_id(), profile_id, min(name), 'gray', 'label',
  case when count(*) > 1 then array[ph.label_key(min(name))] else '{}' end, ph.now(), ph.now()
from (select distinct post.profile_id, unnest(post.tags) as name from post) as used
group by profile_id, ph.label_key(name);

insert into job (id, name, data, due_at, created_at)
select gen_random_uuid(), 'labels.retag', jsonb_build_object('labelId', id), ph.now(), ph.now()
from label where previous_keys <> '{}';
