-- contract: from 0.1.0
-- The words of the names and addresses of users. A question for the beginning of a word reads a bounded stretch of this
-- index, however many users there are; the index over whole texts it replaces had to be read for every match, or was passed
-- over for a walk over all users.
create table user_word (
  word text collate "C" not null,
  uid uuid not null references app_user (id) on delete cascade,
  primary key (uid, word)
);
create index user_word_by_word on user_word (word, uid);

-- Words end at spaces and at the signs of ASCII; everything else belongs to them. searchUsers splits questions likewise.
create function ph.words_of(said text) returns setof text language sql immutable as $$
  select distinct word from regexp_split_to_table(lower(said), '[[:space:]!-/:-@\[-`{-~]+') word where word <> ''
$$;

create function ph.note_user_words() returns trigger language plpgsql as $$
begin
  delete from user_word where uid = new.id;
  insert into user_word (word, uid) select word, new.id from ph.words_of(coalesce(new.email, '') || ' ' || new.name) word;
  return null;
end $$;
create trigger note_words_of_added_user after insert on app_user for each row execute function ph.note_user_words();
create trigger note_words_of_changed_user after update of email, name on app_user for each row
  when ((old.email, old.name) is distinct from (new.email, new.name)) execute function ph.note_user_words();

insert into user_word (word, uid)
  select word, u.id from app_user u, ph.words_of(coalesce(u.email, '') || ' ' || u.name) word;
drop index app_user_words;
