-- expand
-- The ID of a person's or brand's image in `face`, so that a row is presented without a second query. It changes with
-- the image, in the same transaction.
alter table app_user add column face_id uuid;
alter table profile add column face_id uuid;
