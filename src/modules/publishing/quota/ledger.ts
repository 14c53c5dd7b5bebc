import type { Connector } from '#connectors/connector.ts'
import type { Tx } from '#infra/db/client.ts'
import { batched } from '#kernel/batches/batched.ts'
import { after, isAhead, minutes, seconds } from '#kernel/clock.ts'
import type { Quota } from '#rules/limits.ts'
import type { AccountAtWork } from '../deps.ts'
import { isReply, type Publication } from '../publication.ts'
import {
  findSpendTime,
  heldBefore,
  type LaneSpend,
  lockApp,
  type Payer,
  spentSince,
  sumSpentOfLanes,
} from '../store/spends.ts'
import type { WriteContext } from '../write-context.ts'
import { appScope, freeFrom, needOf, quotasFor, windowStart } from './quotas.ts'

/**
 * Counts the networks' quotas before anything is begun. An account's count is exact, since only the holder of its lane
 * begins anything there. It is read for many lanes at once. An app's quota is shared by everyone who publishes. Far
 * from the limit, it is read occasionally. Near the limit, each beginning counts again while no other process can
 * begin.
 */
export interface Ledger {
  roomFor(publication: Publication, connector: Connector, account: AccountAtWork): Promise<Room>
}

type Room =
  | { readonly is: 'room'; readonly reservation: Reservation | null }
  | { readonly is: 'full'; readonly until: Date; readonly quota: Quota; readonly app: string | null }

/** Data that a beginning publication adds to the ledger. */
export interface Reservation {
  readonly app: string | null
  /** Quotas of the app that are so nearly used up that each count needs the lock. */
  readonly near: readonly Quota[]
}

/** No installation publishes faster. This determines how long an app's quota count stays valid. */
const mostPerSecond = 300
/** The number of remaining units below which each beginning counts again. */
const nearUnits = 500
const goodForMs = minutes(1)

interface AppReading {
  readonly left: number
  readonly goodUntil: Date
}

export function createLedger({ deps, dbGate }: WriteContext): Ledger {
  const { db, clock, ownCaps } = deps
  const readLane = batched((lanes: readonly LaneSpend[]) => sumSpentOfLanes(db, lanes), dbGate.once)
  const readings = new Map<string, AppReading>()

  async function leftOfApp(payer: Payer & { readonly app: string }, quota: Quota): Promise<number> {
    const key = `${payer.app} ${JSON.stringify(quota)}`
    const now = clock.now()
    const known = readings.get(key)
    if (known && isAhead(known.goodUntil, now, goodForMs)) return known.left
    const { used } = await dbGate.once(() => spentSince(db, payer, quota, windowStart(quota, now)))
    const left = quota.max - used
    const goodMs = Math.min(goodForMs, (Math.max(0, left - nearUnits) / mostPerSecond) * seconds(1))
    readings.set(key, { left, goodUntil: after(now, goodMs) })
    return left
  }

  /**
   * Returns the time at which there is room, after all held publications that were due earlier. Null if there is room
   * now.
   */
  async function fullUntil(payer: Payer, quota: Quota, publication: Publication): Promise<Date | null> {
    const now = clock.now()
    const since = windowStart(quota, now)
    const { used } = await spentSince(db, payer, quota, since)
    const held = await heldBefore(db, payer, quota, publication)
    const over = used + held + needOf(quota, publication.cost, isReply(publication)) - quota.max
    if (over <= 0) return null
    const moment = over > used ? null : await findSpendTime(db, payer, quota, since, over)
    return freeFrom(quota, moment ?? now)
  }

  /**
   * True if a coarse count shows room in all quotas of the account: whatever fits into the smallest quota over the
   * longest window fits into each of them.
   */
  async function hasPlainRoom(publication: Publication, quotas: readonly Quota[]): Promise<boolean> {
    const now = clock.now()
    const since = new Date(Math.min(...quotas.map((quota) => windowStart(quota, now).getTime())))
    const used = await readLane({ lane: publication.remoteAccountId, network: publication.network, since })
    return (used ?? 0) + publication.cost <= Math.min(...quotas.map(({ max }) => max))
  }

  return {
    async roomFor(publication, connector, account) {
      const { network } = publication
      const quotas = quotasFor(connector, account.facts, publication.snapshot.format, ownCaps).filter(
        (quota) => needOf(quota, publication.cost, isReply(publication)) > 0,
      )
      if (quotas.length === 0) return { is: 'room', reservation: null }
      const ofApp = quotas.filter(({ of }) => of === 'app')
      const ofAccount = quotas.filter(({ of }) => of === 'account')
      const app = ofApp.length > 0 ? appScope(network, account.mode) : null
      const full: { until: Date; quota: Quota }[] = []
      const look = async (payer: Payer, quota: Quota) => {
        const until = await dbGate.once(() => fullUntil(payer, quota, publication))
        if (until) full.push({ until, quota })
      }
      if (ofAccount.length > 0 && !(await hasPlainRoom(publication, ofAccount)))
        for (const quota of ofAccount) await look({ lane: publication.remoteAccountId, network }, quota)
      const near: Quota[] = []
      if (app !== null)
        for (const quota of ofApp) {
          if (
            (await leftOfApp({ app, network }, quota)) >
            nearUnits + needOf(quota, publication.cost, isReply(publication))
          )
            continue
          near.push(quota)
          await look({ app, network }, quota)
        }
      const [last] = full.toSorted((a, b) => b.until.getTime() - a.until.getTime())
      return last ? { is: 'full', app, ...last } : { is: 'room', reservation: { app, near } }
    },
  }
}

interface AdmissionRequest {
  readonly publication: Publication
  readonly reservation: Reservation | null
}

/**
 * Returns the beginning publications for which the apps' quotas have room, counted under a lock. Several lanes may have
 * seen the same room, in this process and in others. A publication that is left out is held at its lane's next turn.
 */
export async function admit<One extends AdmissionRequest>(
  tx: Tx,
  all: readonly One[],
  now: Date,
): Promise<readonly One[]> {
  const apps = [...new Set(all.flatMap(({ reservation }) => (reservation?.near.length ? [reservation.app ?? ''] : [])))]
  if (apps.length === 0) return all
  for (const app of apps.toSorted()) await lockApp(tx, app)
  const left = new Map<Quota, number>()
  const admitted: One[] = []
  for (const one of all) {
    const { publication, reservation } = one
    const { network, cost } = publication
    const near = reservation?.near ?? []
    for (const quota of near) {
      if (left.has(quota)) continue
      const payer = { app: reservation?.app ?? '', network }
      left.set(quota, quota.max - (await spentSince(tx, payer, quota, windowStart(quota, now))).used)
    }
    if (near.some((quota) => needOf(quota, cost, isReply(publication)) > (left.get(quota) ?? 0))) continue
    for (const quota of near) left.set(quota, (left.get(quota) ?? 0) - needOf(quota, cost, isReply(publication)))
    admitted.push(one)
  }
  return admitted
}
