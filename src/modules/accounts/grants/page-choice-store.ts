import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { PageChoiceTable } from '#infra/db/tables.ts'
import type { AccountId, ProfileId } from '#kernel/ids.ts'
import type { Network } from '#rules/network-names.ts'
import type { GrantRow } from './store.ts'

/**
 * A consent that is waiting for a user to choose which of its pages to connect. Until then, its grant is not revoked.
 */
type PageChoice = Selectable<PageChoiceTable>

export async function savePageChoice(tx: Tx, row: PageChoice): Promise<void> {
  await tx
    .insertInto('pageChoice')
    .values(row)
    .onConflict((conflict) => conflict.columns(['grantId', 'profileId']).doUpdateSet({ createdAt: row.createdAt }))
    .execute()
}

export async function deletePageChoice(tx: Tx, grantId: string, profileId: ProfileId): Promise<void> {
  await tx
    .deleteFrom('pageChoice')
    .where('pageChoice.grantId', '=', grantId)
    .where('pageChoice.profileId', '=', profileId)
    .execute()
}

/** Lists the grants with a choice of pages that has been open since before `before`. */
export async function listUnchosenGrants(db: Db, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('pageChoice')
    .select('pageChoice.grantId')
    .distinct()
    .where('pageChoice.createdAt', '<', before)
    .execute()
  return rows.map(({ grantId }) => grantId)
}

export async function deletePageChoicesBefore(tx: Tx, grantId: string, before: Date): Promise<void> {
  await tx
    .deleteFrom('pageChoice')
    .where('pageChoice.grantId', '=', grantId)
    .where('pageChoice.createdAt', '<', before)
    .execute()
}

/** Deletes the open choices of a profile that is in the trash. Returns their grants. */
export async function deletePageChoicesOfTrashed(tx: Tx, profileId: ProfileId): Promise<string[]> {
  const rows = await tx
    .deleteFrom('pageChoice')
    .using('profile')
    .whereRef('profile.id', '=', 'pageChoice.profileId')
    .where('profile.id', '=', profileId)
    .where('profile.deletedAt', 'is not', null)
    .returning('pageChoice.grantId')
    .execute()
  return rows.map(({ grantId }) => grantId)
}

/** A grant from which a profile may choose pages, and an active account that uses it, if any. */
export type GrantWithPages = GrantRow & { readonly accountId: AccountId | null }

/**
 * Lists the grants whose pages a profile can connect: grants that wait for its choice, and grants that its accounts
 * use.
 */
export async function listGrantsWithPages(db: Db, profileId: ProfileId, network: Network): Promise<GrantWithPages[]> {
  const { rows } = await sql<GrantWithPages>`
    select g.*, (select a.id from account a where a.grant_id = g.id and a.status = 'active' order by a.id limit 1)
      as account_id
    from network_grant g
    where g.network = ${network} and g.status = 'active' and g.id in (
      select c.grant_id from page_choice c where c.profile_id = ${profileId}
      union select a.grant_id from account a where a.profile_id = ${profileId} and a.disconnected_at is null)
    order by g.id`.execute(db)
  return rows
}
