import type { Db, Tx } from '#infra/db/client.ts'
import type { UserId } from '#kernel/ids.ts'

interface Address {
  readonly email: string | null
  readonly name: string
  readonly locale: string
}

export async function listOwnerAddresses(db: Db, uids: readonly UserId[]): Promise<Map<UserId, Address>> {
  const rows = await db
    .selectFrom('appUser')
    .select(['appUser.id', 'appUser.email', 'appUser.name', 'appUser.locale'])
    .where('appUser.id', 'in', [...uids])
    .execute()
  return new Map(rows.map(({ id, ...address }) => [id, address]))
}

/** Locks an owner's row, so that only one transaction at a time changes the number of the owner's endpoints. */
export const lockOwner = (tx: Tx, uid: UserId): Promise<{ readonly plan: string } | undefined> =>
  tx.selectFrom('appUser').select('appUser.plan').where('appUser.id', '=', uid).forNoKeyUpdate().executeTakeFirst()
