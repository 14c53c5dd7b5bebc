-- expand
-- Guests who were deleted, also with their post or their brand, and whose names and addresses are still in the audit log.

create table departed_guest (
  id uuid primary key
);

create function ph.note_departed_guest() returns trigger language plpgsql as $$
begin
  insert into departed_guest (id) values (old.id) on conflict do nothing;
  return null;
end
$$;
create trigger guest_departs after delete on guest for each row execute function ph.note_departed_guest();
