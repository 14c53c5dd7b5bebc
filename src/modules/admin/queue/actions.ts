import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { before } from '#kernel/clock.ts'
import { writeAudits } from '#modules/audit/index.ts'
import { endPauses, listPauses, pausePublishing } from '#modules/publishing/index.ts'
import { type Network, networks, platformFields, platformIdOf } from '#rules/network-names.ts'
import type { QueueDeps } from '../deps.ts'
import { countDeliveries, countPublications, findWaitingLanes } from './store.ts'

/** Returns what is waiting: publications by network and account, deliveries, and jobs by kind. */
export async function readQueue({ db, clock, queue }: QueueDeps) {
  const [counts, lanes, deliveries, jobs, pauses] = await Promise.all([
    countPublications(db),
    findWaitingLanes(db),
    countDeliveries(db),
    queue.depth(),
    listPauses(db),
  ])
  const now = clock.now()
  const countOf = new Map(counts.map((one) => [one.network, one]))
  const pauseOf = new Map(pauses.map(({ network, ...pause }) => [network, pause]))
  return {
    publishing: networks.map((network) => {
      const {
        ready = 0,
        atWork = 0,
        waiting = 0,
        oldestReadyAt = null,
        restsUntil = null,
        restsWhy = null,
        restsWhyCode = null,
      } = countOf.get(network) ?? {}
      const pause = pauseOf.get(network) ?? null
      const rest = { restsUntil, restsWhy, restsWhyCode }
      return { ...platformFields(network), ready, atWork, waiting, oldestReadyAt, pause, ...rest }
    }),
    lanes: lanes.map(({ network, ...lane }) => ({ ...platformFields(network), ...lane })),
    deliveries,
    jobs: jobs.map(({ job, ready, failed, oldestReadyMs }) => ({
      job,
      ready,
      failed,
      oldestReadyAt: ready > 0 ? before(now, oldestReadyMs) : null,
    })),
  }
}

interface QueueChange {
  readonly platform?: Network | undefined
  readonly reason?: string | undefined
}

/** Pauses a network, or every network. An already paused network gets the new reason. */
export async function pauseQueue(deps: QueueDeps, caller: Caller, params: QueueChange & { readonly reason: string }) {
  const { platform, reason } = params
  const at = deps.clock.now()
  await inTx(deps.db, async (tx) => {
    const former = await pausePublishing(tx, platform ? [platform] : networks, { reason, at, by: caller.uid })
    const changed = former.filter((one) => one.reason !== reason)
    await writeAudits(
      tx,
      changed.map((one) => entryOf({ at, caller, network: one.network, from: one.reason, to: reason })),
    )
  })
  return readQueue(deps)
}

/** Ends the pause of a network, or all pauses. A network that is not paused is not changed. */
export async function resumeQueue(deps: QueueDeps, caller: Caller, { platform, reason }: QueueChange) {
  const at = deps.clock.now()
  await inTx(deps.db, async (tx) => {
    const ended = await endPauses(tx, platform ? [platform] : networks)
    await writeAudits(
      tx,
      ended.map((one) => entryOf({ at, caller, network: one.network, from: one.reason, to: null, why: reason })),
    )
  })
  return readQueue(deps)
}

const entryOf = ({
  network,
  from,
  to,
  why,
  ...rest
}: {
  readonly at: Date
  readonly caller: Caller
  readonly network: Network
  readonly from: string | null
  readonly to: string | null
  readonly why?: string | undefined
}) => ({
  ...rest,
  ownerUid: null,
  action: to === null ? 'queue.resumed' : 'queue.paused',
  subject: platformIdOf(network),
  changes: { pause: { from, to }, ...(why === undefined ? {} : { reason: { from: null, to: why } }) },
})
