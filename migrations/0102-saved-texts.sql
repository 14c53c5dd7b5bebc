-- expand
-- Texts that a brand uses again: snippets, sets of hashtags, signatures, first comments, and templates of whole posts.

create table saved_text (
  id uuid primary key,
  profile_id uuid not null references profile on delete cascade,
  kind text not null check (kind in ('snippet', 'hashtags', 'signature', 'first_comment', 'template')),
  name text not null,
  -- Empty in a template, which has a post instead.
  content text not null,
  -- The text for a network, in place of `content`.
  network_texts jsonb not null default '{}',
  -- The networks that it is for. Empty for all of them.
  networks text[] not null default '{}',
  -- When the composer proposes it for a new post.
  auto text not null check (auto in ('never', 'offer', 'always')),
  -- The post of a template, without accounts.
  post jsonb check ((post is null) = (kind <> 'template')),
  -- Rises with each change, not with a use.
  version integer not null default 1,
  uses integer not null default 0,
  last_used_at timestamptz,
  created_by uuid references app_user on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index saved_text_profile on saved_text (profile_id, id);
create index saved_text_creator on saved_text (created_by);
