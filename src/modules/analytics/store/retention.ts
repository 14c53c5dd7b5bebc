import { sql } from 'kysely'
import { type Db, inTx, type Tx } from '#infra/db/client.ts'
import type { AccountId, UserId } from '#kernel/ids.ts'

/** Lists the accounts with metrics by the plan of their owner. */
export async function listKeepers(db: Db): Promise<{ plan: string; accounts: AccountId[] }[]> {
  const { rows } = await sql<{ plan: string; accounts: AccountId[] }>`
    select u.plan, array_agg(a.id order by a.id) as accounts
    from metrics_account m join account a on a.id = m.account_id join app_user u on u.id = a.owner_uid
    group by u.plan`.execute(db)
  return rows
}

/**
 * Deletes an account's data older than a number of days, up to `most` targets at a time. Returns the number of deleted
 * targets.
 */
export async function deleteBatchBefore(db: Db, accountId: AccountId, keptDays: number, most: number): Promise<number> {
  return inTx(db, async (tx) => {
    await sql`select from metrics_account where account_id = ${accountId} for no key update`.execute(tx)
    const oldest = sql`((ph.now() at time zone 'UTC')::date - ${keptDays}::int)`
    const { rows } = await sql<{ deleted: number }>`
      with old as (
        delete from metrics_watch where target_id in (
          select target_id from metrics_watch
          where account_id = ${accountId} and published_at < ${oldest}::timestamp at time zone 'UTC'
          order by published_at limit ${most})
        returning target_id),
      published as (delete from metrics_published where account_id = ${accountId} and day < ${oldest}),
      gained as (delete from metrics_gained where account_id = ${accountId} and day < ${oldest}),
      posts as (
        delete from metrics_post m using post_target t join old on old.target_id = t.id where m.post_id = t.post_id),
      counts as (
        delete from metrics_account_snapshot
        where account_id = ${accountId} and at < ${oldest}::timestamp at time zone 'UTC')
      select count(*)::int as deleted from old`.execute(tx)
    return rows[0]?.deleted ?? 0
  })
}

/** Deletes what networks reported about an account. */
export async function eraseAccountNumbers(tx: Tx, accountId: AccountId): Promise<void> {
  await sql`
    delete from metrics_post m using metrics_watch w join post_target t on t.id = w.target_id
    where w.account_id = ${accountId} and m.post_id = t.post_id`.execute(tx)
  for (const table of tablesOfAccount)
    await sql`delete from ${sql.table(table)} where account_id = ${accountId}`.execute(tx)
}

const tablesOfAccount = [
  'metrics_watch',
  'metrics_snapshot',
  'metrics_account_snapshot',
  'metrics_published',
  'metrics_gained',
  'metrics_account',
] as const

/** Deletes the snapshots of a user. The other rows are deleted with the user's accounts. */
export async function eraseUserNumbers(tx: Tx, uid: UserId): Promise<void> {
  await sql`delete from metrics_snapshot where account_id in (select id from account where owner_uid = ${uid})`.execute(
    tx,
  )
}
