import { sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { AccountId, AccountSetId, ProfileId, UserId } from '#kernel/ids.ts'

export interface SetRow {
  readonly id: AccountSetId
  readonly name: string
  readonly createdAt: Date
  readonly accountIds: AccountId[]
  readonly disconnectedAccountIds: AccountId[]
}

interface NewSet {
  readonly id: AccountSetId
  readonly profileId: ProfileId
  readonly name: string
  readonly accountIds: readonly AccountId[]
  readonly createdBy: UserId
  readonly createdAt: Date
}

export async function insertSet(tx: Tx, { accountIds, ...set }: NewSet): Promise<void> {
  await tx
    .insertInto('accountSet')
    .values({ ...set, accountIds: [...accountIds] })
    .execute()
}

/** Lists the sets of a profile by name, with their accounts in order. An erased account is in no list. */
export async function listSetRows(db: Db, profileId: ProfileId, id: AccountSetId | null = null): Promise<SetRow[]> {
  const { rows } = await sql<SetRow>`
    select s.id, s.name, s.created_at,
      coalesce(array_agg(a.id order by x.nth) filter (where a.disconnected_at is null and a.id is not null), '{}')
        as account_ids,
      coalesce(array_agg(a.id order by x.nth) filter (where a.disconnected_at is not null), '{}')
        as disconnected_account_ids
    from account_set s
    cross join lateral unnest(s.account_ids) with ordinality as x(account_id, nth)
    left join account a on a.id = x.account_id and a.profile_id = s.profile_id
    where s.profile_id = ${profileId} and (${id}::uuid is null or s.id = ${id})
    group by s.id order by lower(s.name), s.id`.execute(db)
  return rows
}

interface SetPatch {
  readonly name?: string | undefined
  readonly accountIds?: readonly AccountId[] | undefined
}

export async function updateSet(tx: Tx, id: AccountSetId, { name, accountIds }: SetPatch): Promise<void> {
  await sql`
    update account_set set name = coalesce(${name ?? null}, name),
      account_ids = coalesce(${accountIds ? [...accountIds] : null}::uuid[], account_ids)
    where id = ${id}`.execute(tx)
}

export async function deleteSetRow(tx: Tx, profileId: ProfileId, id: AccountSetId): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('accountSet')
    .where('accountSet.profileId', '=', profileId)
    .where('accountSet.id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
