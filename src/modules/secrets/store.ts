import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import { prepared } from '#infra/db/prepared.ts'
import type { SecretTable } from '#infra/db/tables.ts'
import type { UserId } from '#kernel/ids.ts'

export type SecretRow = Selectable<SecretTable>

export interface SealedSecret {
  readonly name: string
  readonly version: number
  readonly sealedValue: Buffer
}

export interface VersionRow {
  readonly name: string
  readonly version: number
  readonly createdAt: Date
  readonly createdBy: UserId | null
}

/** Serializes all changes, so that the settings are checked in the combination that the nodes will read. */
export async function lockSecrets(tx: Tx): Promise<void> {
  await sql`lock table secret in share row exclusive mode`.execute(tx)
}

export const selectSecrets = (db: Db): Promise<SecretRow[]> => db.selectFrom('secret').selectAll().execute()

export const findSecret = (db: Db, name: string): Promise<SecretRow | undefined> =>
  db.selectFrom('secret').selectAll().where('secret.name', '=', name).executeTakeFirst()

/** Returns the latest twenty versions of each secret, newest first. */
export const selectVersions = (db: Db): Promise<VersionRow[]> =>
  db
    .selectFrom('secretVersion')
    .innerJoin('secret', 'secret.name', 'secretVersion.name')
    .whereRef('secretVersion.version', '>', sql<number>`secret.latest - 20`)
    .select(['secretVersion.name', 'version', 'createdAt', 'createdBy'])
    .orderBy('secretVersion.name')
    .orderBy('version', 'desc')
    .execute()

/** Returns the requested sealed values, or those in effect. */
export async function selectValues(db: Db, which: 'wanted' | 'inForce'): Promise<readonly SealedSecret[]> {
  const rows = await db
    .selectFrom('secret')
    .innerJoin('secretVersion', (join) =>
      join
        .onRef('secretVersion.name', '=', 'secret.name')
        .onRef('secretVersion.version', '=', which === 'wanted' ? 'secret.wanted' : 'secret.inForce'),
    )
    .select(['secretVersion.name', 'secretVersion.version', 'secretVersion.sealedValue'])
    .execute()
  return rows.flatMap(({ sealedValue, ...row }) => (sealedValue ? [{ ...row, sealedValue }] : []))
}

export async function insertVersion(
  tx: Tx,
  { name, version, sealedValue }: SealedSecret,
  { at, by }: { readonly at: Date; readonly by: UserId },
): Promise<void> {
  const state = { latest: version, wanted: version, updatedAt: at, updatedBy: by }
  await tx
    .insertInto('secret')
    .values({ name, ...state })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(state))
    .execute()
  await tx.insertInto('secretVersion').values({ name, version, sealedValue, createdAt: at, createdBy: by }).execute()
  await forgetUnusedValues(tx)
}

export async function setWanted(
  tx: Tx,
  name: string,
  wanted: number | null,
  { at, by }: { readonly at: Date; readonly by: UserId },
): Promise<void> {
  await tx.updateTable('secret').set({ wanted, updatedAt: at, updatedBy: by }).where('secret.name', '=', name).execute()
  await forgetUnusedValues(tx)
}

/** Applies the requested versions and makes every node load them. Returns the new generation. */
export async function putInForce(tx: Tx): Promise<number> {
  await sql`update secret set in_force = wanted where in_force is distinct from wanted`.execute(tx)
  await forgetUnusedValues(tx)
  return await nextGeneration(tx)
}

/** Makes every node load the stored values. Returns the new generation. */
export async function nextGeneration(tx: Tx): Promise<number> {
  const { rows } = await sql<{ generation: number }>`
    update secret_generation set generation = generation + 1 returning generation::float8 as generation`.execute(tx)
  return rows[0]?.generation ?? 0
}

export async function findGeneration(db: Db): Promise<number> {
  const { rows } = await prepared('secret-generation')<{
    generation: number
  }>`select generation::float8 as generation from secret_generation`.execute(db)
  return rows[0]?.generation ?? 0
}

/** Deletes a secret with its history, even if it is in effect. */
export async function deleteSecret(tx: Tx, name: string): Promise<void> {
  await tx.deleteFrom('secret').where('secret.name', '=', name).execute()
}

/** A value that no node reads and no restart will apply is just a risk. */
async function forgetUnusedValues(tx: Tx): Promise<void> {
  await sql`
    update secret_version v set sealed_value = null from secret s
    where s.name = v.name and v.sealed_value is not null
      and v.version is distinct from s.wanted and v.version is distinct from s.in_force`.execute(tx)
}
