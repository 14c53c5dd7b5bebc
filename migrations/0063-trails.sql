-- expand
-- The steps that a publication has behind it, in their order, for the people who watch it go out.
alter table publication add column trail jsonb not null default '[]';
