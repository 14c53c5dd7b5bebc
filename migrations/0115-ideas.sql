-- expand
-- Ideas for posts, on a board of stages.

create table idea_stage (
  id uuid primary key,
  profile_id uuid not null references profile on delete cascade,
  name text not null,
  -- Set while the stage has the name that it was made with, so that pages can show the name in the reader’s language.
  preset text check (preset in ('new', 'in_progress', 'ready')),
  place integer not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Checked at the end of a statement, so that one statement can move several stages.
  constraint idea_stage_place unique (profile_id, place) deferrable initially immediate
);
create unique index idea_stage_name on idea_stage (profile_id, lower(name));

create table idea (
  id uuid primary key,
  profile_id uuid not null references profile on delete cascade,
  stage_id uuid not null references idea_stage,
  -- The order within the stage. The service chooses it; no client sees it.
  place integer not null,
  title text not null,
  text text not null,
  url text,
  media_ids uuid[] not null,
  label_ids uuid[] not null,
  version integer not null default 1,
  author_uid uuid references app_user on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint idea_place unique (stage_id, place) deferrable initially immediate
);
create index idea_profile on idea (profile_id, id);
create index idea_author on idea (author_uid);
create index idea_media on idea using gin (media_ids);

-- The idea that the post was made from.
alter table post add column idea_id uuid references idea on delete set null;
create index post_idea on post (idea_id, id) where idea_id is not null;
