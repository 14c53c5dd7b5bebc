import type { JWK } from 'jose'
import type { Selectable } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { SigningKeyTable } from '#infra/db/tables.ts'

type SigningKey = Selectable<SigningKeyTable>

/** Returns the signing keys, newest first. Keys retired before the given time are excluded. */
export const signingKeys = (db: Db, retiredAfter: Date): Promise<SigningKey[]> =>
  db
    .selectFrom('signingKey')
    .selectAll('signingKey')
    .where(({ eb, or }) => or([eb('signingKey.retiredAt', 'is', null), eb('signingKey.retiredAt', '>', retiredAfter)]))
    .orderBy('signingKey.createdAt', 'desc')
    .orderBy('signingKey.kid')
    .execute()

export async function insertSigningKey(
  tx: Tx,
  key: { readonly kid: string; readonly publicJwk: JWK; readonly sealedPrivateJwk: Buffer; readonly createdAt: Date },
): Promise<void> {
  await tx
    .insertInto('signingKey')
    .values({ ...key, publicJwk: JSON.stringify(key.publicJwk) })
    .execute()
}

/** Deletes a signing key. Tokens signed with it are rejected from now on. */
export async function deleteSigningKey(tx: Tx, kid: string): Promise<void> {
  await tx.deleteFrom('signingKey').where('signingKey.kid', '=', kid).execute()
}
