import type { Db } from '#infra/db/client.ts'
import type { UserId } from '#kernel/ids.ts'

export const findPerson = (db: Db, uid: UserId) =>
  db
    .selectFrom('appUser')
    .select(['appUser.email', 'appUser.name', 'appUser.locale'])
    .where('appUser.id', '=', uid)
    .executeTakeFirst()

/** True for a user who can handle tickets. */
export async function isStaff(db: Db, uid: UserId): Promise<boolean> {
  const found = await db
    .selectFrom('appUser')
    .select('appUser.id')
    .where('appUser.id', '=', uid)
    .where('appUser.role', '<>', 'user')
    .executeTakeFirst()
  return found !== undefined
}
