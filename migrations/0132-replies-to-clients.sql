-- expand
-- Replies of the team to visitors of share links, in the same list as the visitors' comments.

alter table post_comment add column is_reply boolean not null default false;
-- Null for a visitor, and for a reply whose author's account is deleted.
alter table post_comment add column author_uid uuid references app_user on delete set null;
create index post_comment_author on post_comment (author_uid) where author_uid is not null;
