import { sql } from 'kysely'
import { type Db, inTx } from '#infra/db/client.ts'
import type { AccountId } from '#kernel/ids.ts'
import type { Mode } from '#rules/modes.ts'
import type { Network } from '#rules/network-names.ts'

export interface Payer {
  readonly id: AccountId
  readonly network: Network
  readonly mode: Mode
}

/** The use of a period, as a decision needs it. */
export interface DayUse {
  /** The units of all accounts. */
  readonly total: number
  /** The units of the account that asks. */
  readonly own: number
  /** The units that accounts have used in addition to their parts. */
  readonly common: number
}

/** Counts the accounts of a network that are read. */
export async function countRead(db: Db, { network, mode }: Payer): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from inbox_account i join account a on a.id = i.account_id
    where i.is_on and a.status = 'active' and a.network = ${network} and a.mode = ${mode}`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Counts units for an account, if `allows` agrees to what has been used. One process counts at a time. `day` is the date
 * on which the period begins, such as `2027-01-13`, and `part` what each account may use in any case.
 */
export const takeUnits = (
  db: Db,
  { id, network, mode }: Payer,
  {
    day,
    units,
    part,
    allows,
  }: {
    readonly day: string
    readonly units: number
    readonly part: number
    readonly allows: (use: DayUse) => boolean
  },
): Promise<boolean> =>
  inTx(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('inbox units ' || ${network} || ' ' || ${mode}, 0))`.execute(
      tx,
    )
    const { rows } = await sql<DayUse>`
      select coalesce(sum(used), 0)::int as total, coalesce(sum(used) filter (where account_id = ${id}), 0)::int as own,
        coalesce(sum(greatest(used - ${part}::int, 0)), 0)::int as common
      from inbox_units where day = ${day}::date and network = ${network} and mode = ${mode}`.execute(tx)
    if (!allows(rows[0] ?? { total: 0, own: 0, common: 0 })) return false
    await sql`insert into inbox_units as u (account_id, network, mode, day, used) values (${id}, ${network}, ${mode}, ${day}, ${units})
      on conflict (day, network, mode, account_id) do update set used = u.used + ${units}`.execute(tx)
    return true
  })
