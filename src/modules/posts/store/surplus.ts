import { sql } from 'kysely'
import type { Tx } from '#infra/db/client.ts'
import { prepared } from '#infra/db/prepared.ts'
import type { PostId, ProfileId } from '#kernel/ids.ts'

/**
 * Returns the read-only ones among the profiles. They are locked, so that a profile cannot become writable while a
 * publication of it is being held, because no one would release that. Writable profiles, which are nearly all, are not
 * locked.
 */
export async function lockReadOnly(tx: Tx, ids: readonly ProfileId[]): Promise<Set<ProfileId>> {
  const { rows } = await prepared('read-only-profiles')<{ id: ProfileId }>`
    select id from profile where id = any(${[...new Set(ids)]}::uuid[]) and read_only order by id for share`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Lists what is held because of the plan, by post, if the profile is not read-only now. */
export async function listHeldForPlan(
  tx: Tx,
  profileId: ProfileId,
): Promise<{ readonly id: PostId; readonly publicationIds: readonly string[] }[]> {
  const { rows } = await sql<{ id: PostId; publicationIds: string[] }>`
    select post.id, array_agg(p.id) as "publicationIds" from post
    join profile on profile.id = post.profile_id and not profile.read_only
    join post_target target on target.post_id = post.id
    join publication p on p.id = target.publication_id and p.status = 'held' and p.held_why = 'plan'
    where post.profile_id = ${profileId} group by post.id order by post.id`.execute(tx)
  return rows
}
