import { sql } from 'kysely'

/**
 * SQL: the link of a guest works. It has not expired, it is not revoked, and the person who invited them is still a
 * member of the profile. Expects `guest` and `profile`.
 */
export const isLinkAlive = sql`guest.revoked_at is null and guest.expires_at > ph.now() and profile.deleted_at is null
  and exists (select from app_user inviter where inviter.id = guest.invited_by and inviter.disabled_at is null
    and (inviter.id = profile.owner_uid or exists (
      select from profile_member member where member.profile_id = profile.id and member.uid = inviter.id)))`

/** SQL: the time of a post in a calendar. */
export const timeInCalendar = sql`coalesce(post.published_at, post.scheduled_at, post.created_at)`

/**
 * SQL: the link of a guest shows a post: its only post, or one of its period, in the profile’s time zone. Drafts and the
 * trash are never shown, and the reader of this condition checks that. Expects `guest`, `post` and `profile`.
 */
export const guestSees = sql`post.profile_id = guest.profile_id and (guest.post_id = post.id or (guest.post_id is null
  and (${timeInCalendar} at time zone coalesce(profile.timezone, 'UTC'))::date between guest.from_day and guest.to_day))`
