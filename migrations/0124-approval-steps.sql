-- expand
-- Approval in steps. A profile without steps counts approvals as before.

-- The steps in order, each { id, name, roles, uids }. While there are any, required_approvals is their number.
alter table profile add column approval_steps jsonb not null default '[]' check (jsonb_typeof(approval_steps) = 'array');

-- The step that a decision was made in. Null if the profile had none.
alter table post_approval add column step_id text;
