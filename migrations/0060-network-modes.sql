-- expand
-- The mode that an administrator chose for a network, and the third mode: the trial environment of the network. A
-- choice comes into force with the next generation of the stored secrets.
create table network_mode (
  network text primary key,
  mode text not null check (mode in ('sandbox', 'trial', 'live')),
  chosen_at timestamptz not null,
  chosen_by uuid references app_user (id) on delete set null
);

alter table account drop constraint account_mode_check,
  add constraint account_mode_check check (mode in ('sandbox', 'trial', 'live'));
alter table network_grant drop constraint network_grant_mode_check,
  add constraint network_grant_mode_check check (mode in ('sandbox', 'trial', 'live'));
alter table remote_account drop constraint remote_account_mode_check,
  add constraint remote_account_mode_check check (mode in ('sandbox', 'trial', 'live'));
alter table oauth_flow drop constraint oauth_flow_mode_check,
  add constraint oauth_flow_mode_check check (mode in ('sandbox', 'trial', 'live'));
alter table network_reading drop constraint network_reading_mode_check,
  add constraint network_reading_mode_check check (mode in ('sandbox', 'trial', 'live'));
alter table metrics_reads drop constraint metrics_reads_mode_check,
  add constraint metrics_reads_mode_check check (mode in ('sandbox', 'trial', 'live'));
