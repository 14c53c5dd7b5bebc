import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { UserId } from '#kernel/ids.ts'
import type { FaceOwner } from './deps.ts'

/**
 * Stores the face of a row that the caller has locked. The same image keeps its ID, and with it its URL. The ID is
 * random in all its bits, because knowing it is the permission to load the image. Returns the ID.
 */
export async function putFace(tx: Tx, owner: FaceOwner, image: Buffer, now: Date): Promise<string> {
  const [column, ownerId] = ownerColumn(owner)
  await tx
    .insertInto('face')
    .values({ ...owner, id: randomUUID(), image, changedAt: now })
    .onConflict((conflict) =>
      conflict
        .column(column)
        .doUpdateSet(({ ref }) => ({
          id: ref('excluded.id'),
          image: ref('excluded.image'),
          changedAt: ref('excluded.changedAt'),
        }))
        .where(sql<boolean>`face.image <> excluded.image`),
    )
    .execute()
  const { id } = await tx
    .selectFrom('face')
    .select('face.id')
    .where(`face.${column}`, '=', ownerId)
    .executeTakeFirstOrThrow()
  return id
}

export async function dropFace(tx: Tx, owner: FaceOwner): Promise<void> {
  const [column, ownerId] = ownerColumn(owner)
  await tx.deleteFrom('face').where(`face.${column}`, '=', ownerId).execute()
}

function ownerColumn(owner: FaceOwner) {
  const [found] = Object.entries(owner)
  if (!found) throw new Error('a face needs an owner')
  return found as ['accountId' | 'userUid' | 'profileId', never]
}

export const findFace = (db: Db, id: string): Promise<{ image: Buffer; changedAt: Date } | undefined> =>
  db.selectFrom('face').select(['face.image', 'face.changedAt']).where('face.id', '=', id).executeTakeFirst()

export const findPhoto = (db: Db, uid: UserId): Promise<{ image: Buffer } | undefined> =>
  db.selectFrom('face').select('face.image').where('face.userUid', '=', uid).executeTakeFirst()

/** Returns the photos of a user and of the user's brands. They are small, and plans limit the number of brands. */
export const selectFacesOf = (db: Db, uid: UserId) =>
  db
    .selectFrom('face')
    .leftJoin('profile', 'profile.id', 'face.profileId')
    .select(['face.profileId', 'face.image'])
    .where(({ eb, or }) => or([eb('face.userUid', '=', uid), eb('profile.ownerUid', '=', uid)]))
    .execute()
