import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { ProfileLinkTable } from '#infra/db/tables.ts'
import type { Caller } from '#kernel/caller.ts'
import type { ProfileId, ProfileLinkId } from '#kernel/ids.ts'
import { reachedProfiles } from '../store.ts'
import { type LinkChain, linksInChainMax } from './state.ts'

export type ProfileLinkRow = Selectable<ProfileLinkTable>

/**
 * Selects the links whose two profiles the caller can access. A removed link stays visible while its profiles are in
 * the trash.
 */
const linksWithin = (db: Db, caller: Caller) =>
  db
    .selectFrom('profileLink')
    .selectAll('profileLink')
    .where('profileLink.parentId', 'in', reachedProfiles(db, caller).select('profile.id'))
    .where('profileLink.childId', 'in', reachedProfiles(db, caller).select('profile.id'))

export const selectLinks = (db: Db, caller: Caller): Promise<ProfileLinkRow[]> =>
  linksWithin(db, caller).where('profileLink.removedAt', 'is', null).orderBy('profileLink.id').execute()

export const selectChildLinks = (db: Db, caller: Caller, parentId: ProfileId): Promise<ProfileLinkRow[]> =>
  linksWithin(db, caller)
    .where('profileLink.parentId', '=', parentId)
    .where('profileLink.removedAt', 'is', null)
    .orderBy('profileLink.id')
    .execute()

/** Lists the links below profiles whose child is not in the trash, for all users. */
export const listLiveLinks = (db: Db, parentIds: readonly ProfileId[]): Promise<ProfileLinkRow[]> =>
  db
    .selectFrom('profileLink')
    .innerJoin('profile', 'profile.id', 'profileLink.childId')
    .selectAll('profileLink')
    .where('profileLink.parentId', 'in', parentIds)
    .where('profileLink.removedAt', 'is', null)
    .where('profile.deletedAt', 'is', null)
    .orderBy('profileLink.id')
    .execute()

export const selectRemovedLinks = (
  db: Db,
  caller: Caller,
): Promise<(Omit<ProfileLinkRow, 'removedAt'> & { removedAt: Date })[]> =>
  linksWithin(db, caller)
    .where('profileLink.removedAt', 'is not', null)
    .$narrowType<{ removedAt: Date }>()
    .orderBy('profileLink.removedAt', 'desc')
    .orderBy('profileLink.id', 'desc')
    .execute()

export const findLink = (db: Db, id: ProfileLinkId): Promise<ProfileLinkRow | undefined> =>
  db
    .selectFrom('profileLink')
    .selectAll()
    .where('profileLink.id', '=', id)
    .where('profileLink.removedAt', 'is', null)
    .executeTakeFirst()

/**
 * Reads everything needed to decide about a new link in one statement. The chain has a maximum length, so the recursion
 * ends.
 */
export async function readChain(tx: Tx, parentId: ProfileId, childId: ProfileId): Promise<LinkChain> {
  const { rows } = await sql<LinkChain>`
    with recursive above(id, links) as (
      select ${parentId}::uuid, 0
      union
      select link.parent_id, above.links + 1
      from above join profile_link link on link.child_id = above.id and link.removed_at is null
      where above.links < ${linksInChainMax}
    ), below(id, links) as (
      select ${childId}::uuid, 0
      union
      select link.child_id, below.links + 1
      from below join profile_link link on link.parent_id = below.id and link.removed_at is null
      where below.links < ${linksInChainMax}
    )
    select
      exists (select from profile_link link
              where link.parent_id = ${parentId} and link.child_id = ${childId} and link.removed_at is null) as linked,
      exists (select from below where below.id = ${parentId}) as closes,
      (select max(above.links) from above) as above,
      (select max(below.links) from below) as below`.execute(tx)
  const [chain] = rows
  if (!chain) throw new Error('a select without a table returns one row')
  return chain
}

export async function insertLink(tx: Tx, row: ProfileLinkRow): Promise<void> {
  await tx
    .insertInto('profileLink')
    .values({ ...row, inheritanceRules: JSON.stringify(row.inheritanceRules) })
    .execute()
}

/** Removes a link. Returns false if it was already removed. */
export async function removeLink(tx: Tx, id: ProfileLinkId, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('profileLink')
    .set({ removedAt: at })
    .where('profileLink.id', '=', id)
    .where('profileLink.removedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function removeProfileLinks(tx: Tx, profileId: ProfileId, at: Date): Promise<void> {
  await tx
    .updateTable('profileLink')
    .set({ removedAt: at })
    .where((eb) => eb.or([eb('profileLink.parentId', '=', profileId), eb('profileLink.childId', '=', profileId)]))
    .where('profileLink.removedAt', 'is', null)
    .execute()
}
