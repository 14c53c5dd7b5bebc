import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { Db, EveryColumn, Tx } from '#infra/db/client.ts'
import { prepared } from '#infra/db/prepared.ts'
import type { MediaTable } from '#infra/db/tables.ts'
import { walkBy } from '#infra/db/walk-by.ts'
import type { Facts } from '#infra/media-worker/index.ts'
import type { Caller } from '#kernel/caller.ts'
import type { MediaId, ProfileId, UserId } from '#kernel/ids.ts'
import { omitUndefined } from '#kernel/omit-undefined.ts'
import type { ProfileRole } from '#kernel/rights.ts'
import { visibleProfiles } from '#modules/profiles/index.ts'
import type { MediaType } from './receiving/families.ts'

/** The credit of a file from a provider of stock photos. */
export interface MediaSource {
  /** The ID of the provider. */
  readonly provider: string
  readonly providerName: string
  readonly author: string
  readonly authorUrl: string | null
  /** The page of the photo. */
  readonly url: string
  readonly license: string
  readonly licenseUrl: string
}

/** A media row with the data of its file. */
export interface MediaRow extends Omit<Selectable<MediaTable>, 'source'> {
  readonly source: MediaSource | null
  /** The SHA-256 of its bytes. */
  readonly hash: Buffer
  readonly size: number
  readonly contentType: MediaType
  readonly facts: Facts
  readonly posterSize: number | null
}

/** A media row with the user's role on it. Null if the user has none. */
export type SeenMedia = MediaRow & { readonly role: ProfileRole | null }

const mediaWithFile = (db: Db) =>
  db
    .selectFrom('media')
    .innerJoin('mediaFile as file', 'file.key', 'media.fileKey')
    .selectAll('media')
    .select(['file.hash', 'file.size', 'file.contentType', 'file.facts', 'file.posterSize'])
    // A row of `media` always has a stored file. The table's constraints and the writers guarantee the columns of a
    // stored file.
    .$castTo<MediaRow>()

/** Returns media by ID, without checking access. The caller must have checked it. */
export const findMedia = (db: Db, id: MediaId): Promise<MediaRow | undefined> =>
  mediaWithFile(db).where('media.id', '=', id).executeTakeFirst()

export async function findMediaByIds(db: Db, ids: readonly MediaId[]): Promise<Map<MediaId, MediaRow>> {
  if (ids.length === 0) return new Map()
  const rows = await mediaWithFile(db)
    .where(({ eb, fn, val }) => eb('media.id', '=', fn.any(val([...ids]))))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export const findMediaByPath = (db: Db, storagePath: string): Promise<MediaRow | undefined> =>
  mediaWithFile(db).where('media.storagePath', '=', storagePath).executeTakeFirst()

export type MediaName = { readonly id: MediaId } | { readonly storagePath: string }

const seenMedia = (db: Db, uid: UserId) =>
  mediaWithFile(db)
    .leftJoin('profile', (join) => join.onRef('profile.id', '=', 'media.profileId').on('profile.deletedAt', 'is', null))
    .leftJoin('profileMember as member', (join) =>
      join.onRef('member.profileId', '=', 'profile.id').on('member.uid', '=', uid),
    )
    .select(sql<ProfileRole | null>`case when media.owner_uid = ${uid} then 'owner' else member.role end`.as('role'))
    .$castTo<SeenMedia>()

/** Returns media with one user's role. With `lock`, the row stays locked until the transaction ends. */
export const findSeenMedia = (db: Db, uid: UserId, name: MediaName, lock: boolean): Promise<SeenMedia | undefined> =>
  seenMedia(db, uid)
    .$if('id' in name, (q) => q.where('media.id', '=', (name as { id: MediaId }).id))
    .$if('storagePath' in name, (q) => q.where('media.storagePath', '=', (name as { storagePath: string }).storagePath))
    .$if(lock, (q) => q.forUpdate('media'))
    .executeTakeFirst()

/** Returns the existing media of these IDs and storagePaths, with one user's role on each. */
export const listSeenMedia = (
  db: Db,
  uid: UserId,
  { ids, storagePaths }: { readonly ids: readonly MediaId[]; readonly storagePaths: readonly string[] },
): Promise<SeenMedia[]> =>
  seenMedia(db, uid)
    .where(({ eb, fn, or, val }) =>
      or([eb('media.id', '=', fn.any(val([...ids]))), eb('media.storagePath', '=', fn.any(val([...storagePaths])))]),
    )
    .execute()

interface MediaQuery {
  readonly profileId: ProfileId | null
  readonly tag: string | null
  /** The label as the profiles spell it. Null for any. */
  readonly names: readonly string[] | null
  /** Null for any author. */
  readonly authorUid: UserId | null
  /** Null for any path. */
  readonly storagePaths: readonly string[] | null
  /** Null to start with the newest. */
  readonly before: MediaId | null
  readonly limit: number
}

/**
 * Returns the media that the caller owns or that are in profiles the caller can access, newest first. With `profileId`,
 * only the media in that profile. An index keeps those of each owner and profile in order, and is read up to the limit.
 */
export async function selectMedia(db: Db, caller: Caller, query: MediaQuery): Promise<MediaRow[]> {
  const { profileId, tag, names, authorUid, storagePaths, before, limit } = query
  const newest = db
    .selectFrom('media')
    .select('media.id')
    .$if(tag !== null, (q) => q.where(sql<boolean>`${tag} = any(media.tags)`))
    .$if(names !== null, (q) => q.where(sql<boolean>`media.tags && ${[...(names ?? [])]}::text[]`))
    .$if(authorUid !== null, (q) => q.where('media.authorUid', '=', authorUid as UserId))
    .$if(storagePaths !== null, (q) => q.where(sql<boolean>`media.storage_path = any(${[...(storagePaths ?? [])]})`))
    .$if(before !== null, (q) => q.where('media.id', '<', before as MediaId))
    .limit(limit)
  const newestBy = (column: 'media.ownerUid' | 'media.profileId', value: RawBuilder<unknown>) =>
    newest
      .where(walkBy(sql.ref(column), value))
      .orderBy(column, 'desc')
      .orderBy('media.id', 'desc')
      .as('found')
  const inProfiles = visibleProfiles(db, caller)
    .$if(profileId !== null, (q) => q.where('profile.id', '=', profileId as ProfileId))
    .innerJoinLateral(newestBy('media.profileId', sql.ref('profile.id')), (join) => join.onTrue())
    .select('found.id')
  const owned = db.selectFrom(newestBy('media.ownerUid', sql`${caller.uid}::uuid`)).select('found.id')
  // An API key that is limited to certain profiles gets no access through ownership.
  const isNarrow = caller.onlyProfiles !== null || profileId !== null
  const ids = isNarrow ? inProfiles : inProfiles.union(owned)
  // As an array, the IDs are looked up by key. As a subquery, they would be joined with the whole table.
  const isOneOf = sql<boolean>`media.id = any(array(${ids}))`
  return await mediaWithFile(db).where(isOneOf).orderBy('media.id', 'desc').limit(limit).execute()
}

/** Returns the newest media of each of these owners. */
export async function listNewestOf(
  db: Db,
  owners: readonly UserId[],
  perOwner: number,
): Promise<Pick<MediaRow, 'id' | 'version' | 'ownerUid' | 'profileId'>[]> {
  const { rows } = await prepared('newest-media')<Pick<MediaRow, 'id' | 'version' | 'ownerUid' | 'profileId'>>`
    select m.* from unnest(${[...owners]}::uuid[]) as o(uid) cross join lateral (
      select m.id, m.version, m.owner_uid, m.profile_id from media m
      where m.owner_uid = o.uid order by m.id desc limit ${perOwner}) m`.execute(db)
  return rows
}

/**
 * Locks the owner's storage until the transaction ends. Only the holder of the lock decides what else is stored for
 * this owner.
 */
export async function findOwnerPlan(db: Db, uid: UserId): Promise<string | undefined> {
  const owner = await db
    .selectFrom('appUser')
    .select('appUser.plan')
    .where('appUser.id', '=', uid)
    .$if(db.isTransaction, (q) => q.forNoKeyUpdate())
    .executeTakeFirst()
  return owner?.plan
}

export async function insertMedia(tx: Tx, row: EveryColumn<MediaTable>): Promise<void> {
  await tx.insertInto('media').values(omitUndefined(row)).execute()
}

export async function updateMedia(tx: Tx, id: MediaId, changes: Updateable<MediaTable>): Promise<void> {
  await tx.updateTable('media').set(changes).where('media.id', '=', id).execute()
}

export async function deleteMedia(tx: Tx, id: MediaId): Promise<void> {
  await tx.deleteFrom('media').where('media.id', '=', id).execute()
}

export async function deleteOwnerMedia(tx: Tx, ownerUid: UserId): Promise<void> {
  await tx.deleteFrom('media').where('media.ownerUid', '=', ownerUid).execute()
}
