-- expand
-- When a person last exported everything about them: once an hour is enough.
alter table app_user add column exported_at timestamptz;
