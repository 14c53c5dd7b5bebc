-- expand
-- A disabled user cannot sign in, his keys do not work, and his posts are held.
alter table app_user
  add column disabled_at timestamptz,
  add column disabled_reason text;

-- Finds users by the beginnings of the words of their names and addresses.
create index app_user_words on app_user
  using gin (to_tsvector('simple', translate(coalesce(email, '') || ' ' || name, '@.-_+', '     ')));
create index app_user_by_role on app_user (role, id);
create index app_user_by_plan on app_user (plan, id);
