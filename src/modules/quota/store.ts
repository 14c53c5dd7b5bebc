import { sql } from 'kysely'
import type { Reading } from '#connectors/connector.ts'
import type { Db, Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import type { AccountId } from '#kernel/ids.ts'
import { visibleProfiles } from '#modules/profiles/index.ts'
import type { Mode } from '#rules/modes.ts'
import type { Network } from '#rules/network-names.ts'

export interface NotedReading {
  readonly network: Network
  readonly mode: Mode
  readonly scope: Reading['scope']
  /** The account's ID. Empty for the app. */
  readonly subject: string
  readonly remaining: number
  readonly resetsAt: Date
  readonly readAt: Date
}

/** Stores readings. The latest reading of each kind is kept, whatever the order of writes. */
export async function saveReadings(db: Db, readings: readonly NotedReading[]): Promise<void> {
  if (readings.length === 0) return
  await sql`
    insert into network_reading as r (network, mode, scope, subject, remaining, resets_at, read_at)
    select x.network, x.mode, x.scope, x.subject, x.remaining, x."resetsAt", x."readAt"
    from jsonb_to_recordset(${JSON.stringify(readings)}::jsonb) as x(network text, mode text, scope text, subject text,
      remaining bigint, "resetsAt" timestamptz, "readAt" timestamptz)
    order by x.network, x.mode, x.scope, x.subject
    on conflict (network, mode, scope, subject) do update set remaining = excluded.remaining,
      resets_at = excluded.resets_at, read_at = excluded.read_at
    where excluded.read_at >= r.read_at`.execute(db)
}

export interface StoredReading {
  readonly scope: Reading['scope']
  readonly accountId: AccountId | null
  readonly remaining: number
  readonly resetsAt: Date
  readonly readAt: Date
}

/** Returns the readings of the app, and of the accounts that the caller may see. */
export async function listReadings(db: Db, caller: Caller, network: Network, mode: Mode): Promise<StoredReading[]> {
  const accounts = db
    .selectFrom('account')
    .select(['account.id'])
    .where('account.profileId', 'in', visibleProfiles(db, caller).select('profile.id'))
    .where('account.network', '=', network)
    .where('account.disconnectedAt', 'is', null)
  const { rows } = await sql<StoredReading>`
    select r.scope, a.id as account_id, r.remaining::float8 as remaining, r.resets_at, r.read_at
    from network_reading r left join (${accounts}) a on a.id::text = r.subject
    where r.network = ${network} and r.mode = ${mode} and (r.scope <> 'account' or a.id is not null)
    order by r.scope desc, a.id`.execute(db)
  return rows
}

/** Counts the posts that were published on a network since `from`. Each part of a thread counts as one. */
export async function countPostsShownSince(db: Db, network: Network, mode: Mode, from: Date): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    select count(*)::int as used from publication_part p join remote_account r on r.id = p.remote_account_id
    where p.shown_at >= ${from} and r.network = ${network} and r.mode = ${mode}`.execute(db)
  return rows[0]?.used ?? 0
}

/** Deletes the quota readings of an account. */
export async function eraseReadings(tx: Tx, accountId: string): Promise<void> {
  await sql`delete from network_reading where scope = 'account' and subject = ${accountId}`.execute(tx)
}
