-- contract: from 0.1.0
-- Kept as they are, so that the size of a value is known without reading it: a page of a list is bounded by bytes.
alter table post alter column thread set storage external;
alter table post alter column media set storage external;
alter table post alter column settings set storage external;
alter table post alter column metadata set storage external;
alter table post alter column confirmed_warnings set storage external;
alter table post_target alter column overrides set storage external;

-- Answers that held a secret are not remembered any more.
delete from idempotency where operation = 'POST /v1/webhooks';

-- Wrong passwords in a row, by what they were tried at. Whether there is such an account makes no difference here.
create unlogged table password_guess (
  lane bytea primary key,
  failures integer not null,
  failed_at timestamptz not null,
  free_at timestamptz not null
);

-- Where a person has signed in from, so that guessing from elsewhere does not keep them out there.
alter table sign_in_session add column place bytea;

-- Mails to people who have not asked for them.
create table mail_recipient (
  address_hash bytea primary key,
  mailed_at timestamptz[] not null
);

alter table mail_allowance drop constraint mail_allowance_purpose_check;
alter table mail_allowance add constraint mail_allowance_purpose_check
  check (purpose in ('verify-email', 'change-email', 'reset-password', 'password-guessed', 'code-guessed'));
