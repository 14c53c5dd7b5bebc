import { before } from '#kernel/clock.ts'
import { listPauses } from '#modules/publishing/index.ts'
import { networks, platformFields } from '#rules/network-names.ts'
import type { QueueDeps } from '../deps.ts'
import { countDeliveries, countPublications, findWaitingLanes } from '../store.ts'

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
