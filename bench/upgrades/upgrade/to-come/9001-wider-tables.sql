-- expand
create table tide (id uuid primary key, post_id uuid references post on delete cascade);
alter table post add column tide text, add column height int not null default 0;
alter table post_target add column height int not null default 0;
alter table publication add column height int not null default 0, add column said jsonb not null default '[]';
alter table remote_account add column height int not null default 0;
alter table account add column height int not null default 0;
alter table network_grant add column height int not null default 0;
alter table profile add column height int not null default 0;
alter table job add column height int not null default 0;
alter table app_user add column height int not null default 0;
create function ph.note_tide() returns trigger language plpgsql as $$
begin
  new.tide := 'ebb';
  return new;
end $$;
create trigger note_tide before insert on post for each row execute function ph.note_tide();
