-- expand
-- A share link ends with the membership of its maker. Those of people who have left the profile, or whose account is
-- deleted, end now.
update share_link link set revoked_at = ph.now()
from post join profile on profile.id = post.profile_id
where post.id = link.post_id and link.revoked_at is null and (
  link.created_by is null
  or link.created_by <> profile.owner_uid and not exists (
    select from profile_member member where member.profile_id = profile.id and member.uid = link.created_by));
