-- expand
-- Guests who were deleted with their post or their brand, and whose names and addresses are still in the audit log. What it
-- says about a deleted owner’s guests is erased with the owner.

create table departed_guest (
  id uuid primary key,
  owner_uid uuid not null
);

create function ph.note_departed_guest() returns trigger language plpgsql as $$
begin
  insert into departed_guest (id, owner_uid)
    select old.id, old.owner_uid where exists (select from app_user where id = old.owner_uid) on conflict do nothing;
  return null;
end
$$;
create trigger guest_departs after delete on guest for each row execute function ph.note_departed_guest();
