-- expand
-- Whether what was granted can be renewed, where a network renews for some and not for others.

alter table network_grant add column renewable boolean not null default true;
