import type { Http } from '#connectors/connector.ts'
import type { Config } from '#infra/config/config.ts'
import type { Db } from '#infra/db/client.ts'
import { type Clock, hours } from '#kernel/clock.ts'
import { instantOf, wallOf } from '#kernel/local-time.ts'
import { countRead, type DayUse, type Payer, takeUnit } from '../store/units.ts'

/**
 * The inbox's share of a daily quota that all accounts of an app share, such as YouTube's. Half of the share belongs to
 * the accounts in equal parts, so each can always be read. The other half belongs to those that need more. Each call is
 * counted before it is made, because a failed one costs the same.
 */

/** The share is used up until its day ends. */
export class ShareUsedUp extends Error {
  override readonly name = 'ShareUsedUp'
  readonly until: Date

  constructor(until: Date) {
    super('the share of the daily quota is used up')
    this.until = until
  }
}

type Share = NonNullable<Config['networks'][keyof Config['networks']]['dailyInboxUnits']>

interface ShareDeps {
  readonly db: Db
  readonly clock: Clock
  readonly config: Pick<Config, 'networks'>
}

const shareOf = ({ config }: Pick<ShareDeps, 'config'>, { network }: Pick<Payer, 'network'>): Share | null =>
  config.networks[network].dailyInboxUnits

/** The cost of a look without news, at most. */
const unitsOfLook = 5

/** Returns the shortest time between two looks with which the share lasts for the whole day. */
export async function paceMs(deps: ShareDeps, payer: Payer): Promise<number> {
  const share = shareOf(deps, payer)
  return share ? (hours(24) * unitsOfLook * (await countRead(deps.db, payer))) / share.max : 0
}

/** Returns calls that are counted against the share. They throw `ShareUsedUp` instead of exceeding it. */
export async function countingCalls(deps: ShareDeps, payer: Payer, http: Http): Promise<Http> {
  const share = shareOf(deps, payer)
  if (!share) return http
  const half = Math.floor(share.max / 2)
  const part = Math.floor(half / Math.max(1, await countRead(deps.db, payer)))
  return {
    ...http,
    async send(request) {
      const { day, ends } = dayOf(share, deps.clock.now())
      const allows = ({ total, own, common }: DayUse) => total < share.max && (own < part || common < share.max - half)
      if (!(await takeUnit(deps.db, payer, { day, part, allows }))) throw new ShareUsedUp(ends)
      return http.send(request)
    },
  }
}

/** Returns the quota's day at a time, and its end. */
function dayOf({ zone }: Share, now: Date): { readonly day: string; readonly ends: Date } {
  const wall = new Date(wallOf(now, zone))
  const [year, month, date] = [wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate()]
  const day = new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10)
  return { day, ends: instantOf(Date.UTC(year, month, date + 1), zone) }
}
