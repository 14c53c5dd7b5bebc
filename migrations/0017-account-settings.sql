-- expand
-- What posts of an account choose where they choose nothing themselves, such as a board.

alter table account add column settings jsonb not null default '{}';
