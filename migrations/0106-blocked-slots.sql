-- expand
-- What a plan does with a post that cannot be published at its time: keep, next or skip.
alter table slot_plan add column when_blocked text not null default 'keep'
  check (when_blocked in ('keep', 'next', 'skip'));
-- How often the plan of the post has done so, since a person last gave it a time.
alter table post add column slot_moves smallint not null default 0;
