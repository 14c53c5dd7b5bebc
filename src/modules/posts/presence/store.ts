import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import { prepared } from '#infra/db/prepared.ts'
import type { PostId, ProfileId, UserId } from '#kernel/ids.ts'

interface PresentPerson {
  readonly uid: UserId
  readonly name: string
}

interface PresenceRow extends PresentPerson {
  readonly postId: PostId
  readonly ownerUid: UserId
  readonly profileId: ProfileId
}

/**
 * Lists who is editing posts now, in a stable order. Names and profiles are looked up for each row separately, so
 * nothing else is read while no one is editing, whatever the planner assumes about a table whose rows come and go.
 */
const listPresent = async (db: Db, name: string, which: RawBuilder<unknown>): Promise<PresenceRow[]> =>
  (
    await prepared(name)<PresenceRow>`
      select presence.post_id, presence.owner_uid, presence.uid,
        (select profile_id from post where id = presence.post_id) as profile_id,
        (select name from app_user where id = presence.uid) as name
      from post_presence presence
      where ${which} and presence.expires_at > ph.now()
      order by presence.post_id, presence.uid`.execute(db)
  ).rows

/** Lists who is editing posts of these owners. */
export const listPresentAtOwners = (db: Db, owners: readonly UserId[]): Promise<PresenceRow[]> =>
  listPresent(db, 'presence-of-owners', sql`presence.owner_uid = any(${[...owners]}::uuid[])`)

/** Lists who is editing a post. */
export const listPresentAtPost = (db: Db, id: PostId): Promise<PresenceRow[]> =>
  listPresent(db, 'presence-at-post', sql`presence.post_id = ${id}`)

interface Stay {
  readonly postId: PostId
  readonly uid: UserId
  readonly ownerUid: UserId
  readonly expiresAt: Date
}

export async function savePresence(db: Db, { postId, uid, ownerUid, expiresAt }: Stay): Promise<void> {
  await prepared('save-presence')`
    insert into post_presence (post_id, uid, owner_uid, expires_at) values (${postId}, ${uid}, ${ownerUid}, ${expiresAt})
    on conflict (post_id, uid) do update set expires_at = excluded.expires_at`.execute(db)
}

export async function deletePresence(db: Db, postId: PostId, uid: UserId): Promise<void> {
  await sql`delete from post_presence where post_id = ${postId} and uid = ${uid}`.execute(db)
}

/** Deletes the rows of users whose pages have stopped reporting. */
export async function deletePastPresence(db: Db): Promise<void> {
  await sql`delete from post_presence where expires_at <= ph.now()`.execute(db)
}
