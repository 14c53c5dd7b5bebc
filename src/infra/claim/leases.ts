import { type RawBuilder, sql } from 'kysely'
import { seconds } from '#kernel/clock.ts'

/** Duration of a claim's lease on a lane. The process renews the lease while it works. */
export const leaseMs = seconds(30)

/** The longest time that any lease lasts. */
const longestLeaseMs = seconds(60)

const longest = sql`ph.now() + ${sql.lit(longestLeaseMs)} * interval '1 ms'`

/**
 * The end of the lease of a lane, for the claim. A released lane has no holder and is free whatever its time is: that
 * time is when it was released, which can be in the future after a clock was set back.
 */
export const leaseEnd = (lane: string): RawBuilder<Date> => {
  const [holder, until] = [sql.ref(`${lane}.holder`), sql.ref(`${lane}.lease_until`)]
  return sql<Date>`case when ${holder} is null then '-infinity' else ${until} end`
}

/** The time since which a lane is free, for the watch. A time further ahead than any lease is ignored. */
export const freeSince = (lane: string): RawBuilder<Date> => {
  const [holder, until] = [sql.ref(`${lane}.holder`), sql.ref(`${lane}.lease_until`)]
  return sql<Date>`case when ${until} > ${longest} or (${holder} is null and ${until} > ph.now()) then '-infinity' else ${until} end`
}

/** A condition: according to its lease, a process is working on the lane. */
export const isLeased = (lane: string): RawBuilder<boolean> => {
  const [holder, until] = [sql.ref(`${lane}.holder`), sql.ref(`${lane}.lease_until`)]
  return sql<boolean>`(${holder} is not null and ${until} > ph.now() and ${until} <= ${longest})`
}
