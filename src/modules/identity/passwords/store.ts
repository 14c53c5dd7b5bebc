import type { Db, Tx } from '#infra/db/client.ts'
import type { UserId } from '#kernel/ids.ts'
import { embeddedIssuer } from '../issuers.ts'
import type { User } from '../people/store.ts'

interface UserPassword {
  readonly passwordHash: string
  /** True if the user has signed in from that place. */
  readonly isKnownThere: boolean
}

/** Returns the user and the password hash in one statement, so that an unknown address costs as much as a known one. */
export const findPasswordByEmail = (
  db: Db,
  email: string,
  placeHash: Buffer,
): Promise<(User & UserPassword) | undefined> =>
  db
    .selectFrom('appUser')
    .innerJoin('passwordCredential', 'passwordCredential.uid', 'appUser.id')
    .selectAll('appUser')
    .select('passwordCredential.passwordHash')
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('signInSession')
          .select('signInSession.id')
          .whereRef('signInSession.uid', '=', 'appUser.id')
          .where('signInSession.place', '=', placeHash),
      )
        .$castTo<boolean>()
        .as('isKnownThere'),
    )
    .where('appUser.issuer', '=', embeddedIssuer)
    .where(({ eb, fn }) => eb(fn<string>('lower', ['appUser.email']), '=', email.toLowerCase()))
    .executeTakeFirst()

export async function findPasswordHash(tx: Tx, uid: UserId): Promise<string | null> {
  const row = await tx
    .selectFrom('passwordCredential')
    .select('passwordCredential.passwordHash')
    .where('passwordCredential.uid', '=', uid)
    .executeTakeFirst()
  return row?.passwordHash ?? null
}

export async function deletePassword(tx: Tx, uid: UserId): Promise<void> {
  await tx.deleteFrom('passwordCredential').where('passwordCredential.uid', '=', uid).execute()
}

export async function upsertPassword(tx: Tx, uid: UserId, passwordHash: string, updatedAt: Date): Promise<void> {
  await tx
    .insertInto('passwordCredential')
    .values({ uid, passwordHash, updatedAt })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet({ passwordHash, updatedAt }))
    .execute()
}
