import { sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import type { GuestId, PostId } from '#kernel/ids.ts'
import { isLinkAlive } from '../../store/guests.ts'

/** A guest for whom a post waits since a time. */
export interface GuestTurnAt {
  readonly guestId: GuestId
  readonly at: Date
}

/**
 * Marks guests to be emailed, at the earliest 12 hours after the last email. One that was sent since the turn began has
 * covered it.
 */
export async function noteTurnsOfGuests(db: Db, turns: readonly GuestTurnAt[]): Promise<void> {
  if (turns.length === 0) return
  const latest = Map.groupBy(turns, ({ guestId }) => guestId)
  const rows = [...latest].map(([id, all]) => ({ id, at: new Date(Math.max(...all.map(({ at }) => at.getTime()))) }))
  await sql`
    update guest set mail_due_at = greatest(ph.now(),
      case when guest.mailed_at <= ph.now() then guest.mailed_at + interval '12 hours' end)
    from (select * from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ at }) => at)}::timestamptz[]) as turn (id, at)
      order by id) as turn
    where guest.id = turn.id and guest.mail_due_at is null
      and (guest.mailed_at is null or guest.mailed_at < turn.at or guest.mailed_at > ph.now())`.execute(db)
}

interface Fresh {
  readonly since: Date
  readonly after: PostId | null
  readonly most: number
}

/**
 * Lists open posts that were scheduled or edited since a time, by ID, of profiles with a guest in a step who has not been
 * emailed since.
 */
export async function listFreshPosts(db: Db, { since, after, most }: Fresh): Promise<PostId[]> {
  const { rows } = await sql<{ id: PostId }>`
    select post.id from profile join post on post.profile_id = profile.id
    where profile.required_approvals > 0 and profile.approval_steps @? '$[*].guestIds[*]'
      and profile.deleted_at is null and not profile.read_only
      and post.deleted_at is null and post.status in ('scheduled', 'queued') and post.updated_at > ${since}
      and exists (select from guest where guest.profile_id = profile.id and guest.may = 'approve'
        and guest.mail_due_at is null and (guest.mailed_at is null or guest.mailed_at < post.updated_at) and ${isLinkAlive})
      and (${after}::uuid is null or post.id > ${after})
    order by post.id limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}
