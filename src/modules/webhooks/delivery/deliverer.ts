import { setTimeout as pause } from 'node:timers/promises'
import { type Claim, createLaneWork, type HeldLane, type LaneWork, type Turn } from '#infra/claim/index.ts'
import { createDbGate } from '#infra/db/db-gate.ts'
import { batched } from '#kernel/batches/batched.ts'
import { after, seconds } from '#kernel/clock.ts'
import type { WebhookDeliveryId } from '#kernel/ids.ts'
import {
  createEndpointClaim,
  type EndpointForDelivery,
  maxPerLane,
  readEndpointsForDelivery,
  restDueDeliveries,
  type TakeRequest,
  takeDue,
} from '../store/lanes.ts'
import type { DelivererDeps } from './deps.ts'
import { createOutcomeWriter } from './outcome-writer.ts'
import { policies } from './policy.ts'
import { sendDelivery } from './send-delivery.ts'

/**
 * Sends the due deliveries, endpoint by endpoint. Each attempt is logged before it is made. Outcomes are written as
 * soon as they are known, many in one statement. A process that dies loses nothing: the next one sends the same bytes
 * with the same ID.
 */
export interface Deliverer extends Omit<LaneWork, 'lanes' | 'isStopping'> {
  /** Releases the lanes of a predecessor that is known to be dead. */
  releaseAllOf(holder: string): Promise<number>
  readonly watched: Claim
}

/** The maximum number of concurrent deliveries per endpoint. */
const maxInFlight = maxPerLane
/** The maximum number of concurrent endpoints. A hanging endpoint keeps its place. */
const places = 500
/** The limits of one turn; then other endpoints get theirs. */
const slice = { ms: seconds(5), deliveries: 400 } as const
const restAtOnce = 1_000
/** The interval for querying more due deliveries while some are being sent. */
const lookAgainMs = 100
const databasePlaces = 3
const group = 'endpoint'

export function createDeliverer(deps: DelivererDeps): Deliverer {
  const { db, clock, log } = deps
  const claim = createEndpointClaim(deps.holder, deps.onlyIf)
  const dbGate = createDbGate(databasePlaces)
  const policy = deps.policy ?? policies[deps.config.webhookPolicy]
  const outcomes = createOutcomeWriter({ ...deps, claim, dbGate, policy })
  const sendDeps = { ...deps, policy, outcomes }
  const readEndpoint = batched((ids: readonly string[]) => readEndpointsForDelivery(db, ids), dbGate.retryUntilUp)
  const take = batched((wanted: readonly TakeRequest[]) => takeDue(db, claim, wanted), dbGate.once, 200)

  async function turn(lane: HeldLane): Promise<Turn> {
    let endpoint = await readEndpoint(lane.id)
    if (!endpoint) return { worked: 0, more: false }
    const until = after(clock.now(), slice.ms)
    const inFlight = new Map<WebhookDeliveryId, Promise<void>>()
    const faults: unknown[] = []
    const isOver = (): boolean =>
      lane.isLost() || work.isStopping() || clock.now() > until || worked >= slice.deliveries || faults.length > 0
    let worked = 0
    let isDrained = false
    while (!isOver()) {
      const room = maxInFlight - inFlight.size
      // Take half a batch at a time: a statement for each delivery would be too many.
      if (room >= maxInFlight / 2) {
        const found = (await take({ lane, most: room, except: [...inFlight.keys()] })) ?? []
        isDrained = found.length < room
        worked += found.length
        // Secrets and headers that expired in the meantime are no longer used.
        const seen: EndpointForDelivery = endpoint
        if (found.some(({ endpointAt }) => endpointAt > seen.updatedAt))
          endpoint = (await readEndpoint(lane.id)) ?? seen
        for (const one of found) {
          const sent = sendDelivery(sendDeps, lane, endpoint, one)
            .catch((fault: unknown) => void faults.push(fault))
            .finally(() => inFlight.delete(one.id))
          inFlight.set(one.id, sent)
        }
      }
      if (inFlight.size === 0) break
      await Promise.race([...inFlight.values(), ...(isDrained ? [pause(lookAgainMs)] : [])])
    }
    // Also wait after an internal error: the next holder of the lane must not send deliveries that are still being
    // sent.
    await Promise.all(inFlight.values())
    if (faults.length > 0) throw faults[0]
    if (worked > 0) return { worked, more: !isDrained }
    return { worked, more: (await dbGate.once(() => restDueDeliveries(db, lane, restAtOnce))) === restAtOnce }
  }

  const work = createLaneWork({
    db,
    clock,
    log,
    claim,
    dbGate,
    what: 'a webhook endpoint',
    async *claimMore(busy) {
      const room = places - busy(group)
      if (room > 0) yield { group, lanes: await dbGate.once(() => claim.claim(db, { lanes: room })) }
    },
    turn,
    afterFault: (lane) => outcomes.postponeDue(lane),
    beatEveryMs: deps.beatEveryMs,
    graceMs: deps.graceMs,
  })
  return { ...work, releaseAllOf: (holder) => claim.releaseAllOf(db, holder), watched: claim }
}
