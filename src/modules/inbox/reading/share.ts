import type { Http } from '#connectors/connector.ts'
import type { Config } from '#infra/config/config.ts'
import type { Db } from '#infra/db/client.ts'
import { type Clock, hours } from '#kernel/clock.ts'
import { instantOf, wallOf } from '#kernel/local-time.ts'
import { countRead, type DayUse, type Payer, takeUnits } from '../store/units.ts'

/**
 * The inbox's share of a quota that all accounts of an app share: calls per day, such as YouTube's, or posts per month
 * where each one read costs money, such as on X. Half of the share belongs to the accounts in equal parts, so each can
 * always be read. The other half belongs to those that need more. Units are counted before the call, because a failed
 * one may cost the same.
 */

/** The share is used up until its period ends, or there is none. */
export class ShareUsedUp extends Error {
  override readonly name = 'ShareUsedUp'
  readonly per: Share['per']
  readonly until: Date

  constructor(per: Share['per'], until: Date) {
    super(`the share of this ${per} is used up`)
    this.per = per
    this.until = until
  }
}

interface Share {
  readonly max: number
  /** The time zone in which its days and months begin. */
  readonly zone: string
  readonly per: 'day' | 'month'
}

interface ShareDeps {
  readonly db: Db
  readonly clock: Clock
  readonly config: Pick<Config, 'networks'>
}

function shareOf({ config }: Pick<ShareDeps, 'config'>, { network }: Pick<Payer, 'network'>): Share | null {
  const { dailyInboxUnits, monthlyInboxReads } = config.networks[network]
  if (dailyInboxUnits) return { ...dailyInboxUnits, per: 'day' }
  return monthlyInboxReads === null ? null : { max: monthlyInboxReads, zone: 'UTC', per: 'month' }
}

/** True if a network that charges for reads has a budget. */
export const hasBudget = ({ config }: Pick<ShareDeps, 'config'>, network: Payer['network']): boolean =>
  config.networks[network].monthlyInboxReads !== null

/** The cost of a look without news, at most. */
const unitsOfLook = 5

/** Returns the shortest time between two looks with which the share lasts for the whole day. */
export async function paceMs(deps: ShareDeps, payer: Payer): Promise<number> {
  const share = shareOf(deps, payer)
  return share?.per === 'day' ? (hours(24) * unitsOfLook * (await countRead(deps.db, payer))) / share.max : 0
}

/** Returns calls that are counted against the share. They throw `ShareUsedUp` instead of exceeding it. */
export async function countingCalls(deps: ShareDeps, payer: Payer, http: Http): Promise<Http> {
  const spend = await spending(deps, payer)
  if (!spend) return http
  return {
    ...http,
    async send(request) {
      await spend(1)
      return http.send(request)
    },
  }
}

/** Returns the function that takes units of the share, or returns negative ones. Undefined without a share. */
export async function spending(deps: ShareDeps, payer: Payer): Promise<((units: number) => Promise<void>) | undefined> {
  const share = shareOf(deps, payer)
  if (!share) return undefined
  const half = Math.floor(share.max / 2)
  const part = Math.floor(half / Math.max(1, await countRead(deps.db, payer)))
  return async (units) => {
    const { day, ends } = periodOf(share, deps.clock.now())
    const allows = ({ total, own, common }: DayUse) =>
      units <= 0 || (total + units <= share.max && (own + units <= part || common + units <= share.max - half))
    if (!(await takeUnits(deps.db, payer, { day, units, part, allows }))) throw new ShareUsedUp(share.per, ends)
  }
}

/** Returns the first day of the quota's period at a time, and the end of the period. */
function periodOf({ zone, per }: Share, now: Date): { readonly day: string; readonly ends: Date } {
  const wall = new Date(wallOf(now, zone))
  const [year, month] = [wall.getUTCFullYear(), wall.getUTCMonth()]
  const date = per === 'day' ? wall.getUTCDate() : 1
  const [nextMonth, nextDate] = per === 'day' ? [month, date + 1] : [month + 1, 1]
  const day = new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10)
  return { day, ends: instantOf(Date.UTC(year, nextMonth, nextDate), zone) }
}
