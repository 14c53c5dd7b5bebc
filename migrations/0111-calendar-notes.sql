-- expand
-- Notes on the days of a brand’s calendar. The days are plain dates, which mean the same in every time zone.

create table calendar_note (
  id uuid primary key,
  profile_id uuid not null references profile on delete cascade,
  text text not null,
  from_date date not null,
  -- The last day, which may be the first one.
  to_date date not null check (to_date >= from_date),
  -- The label that gives the note its color.
  label_id uuid references label on delete set null,
  version integer not null default 1,
  created_by uuid references app_user on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index calendar_note_days on calendar_note (profile_id, from_date, id);
create index calendar_note_label on calendar_note (label_id);
create index calendar_note_creator on calendar_note (created_by);
