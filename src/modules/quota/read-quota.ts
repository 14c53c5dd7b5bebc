import type { Config } from '#infra/config/config.ts'
import type { Db } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Mode } from '#rules/modes.ts'
import { type Network, platformFields } from '#rules/network-names.ts'
import { countPostsShownSince, listReadings, type StoredReading } from './store.ts'

export interface QuotaDeps {
  readonly db: Db
  readonly clock: Clock
  readonly config: Pick<Config, 'networks'>
}

interface Quota {
  readonly platform: string
  readonly network: Network
  readonly mode: Mode
  readonly limit: number | null
  readonly used: number
  readonly remaining: number | null
  readonly resetsAt: Date
  readonly readings: StoredReading[]
}

/**
 * Returns the app's posts this month, counted from our own rows, because no call to the network returns them. A plan
 * that charges per post has no limit.
 */
export async function readXQuota({ db, clock, config }: QuotaDeps, caller: Caller): Promise<Quota> {
  const network = 'x'
  const { mode, monthlyPosts: limit } = config.networks[network]
  const now = clock.now()
  const used = await countPostsShownSince(db, network, mode, startOfMonth(now, 0))
  const remaining = limit === null ? null : Math.max(0, limit - used)
  const readings = await listReadings(db, caller, network, mode)
  return { ...platformFields(network), mode, limit, used, remaining, resetsAt: startOfMonth(now, 1), readings }
}

/** Returns the start of a month in UTC, as for all quotas here. */
const startOfMonth = (now: Date, later: number): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + later, 1))
