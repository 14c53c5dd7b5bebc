import { before, type Clock, days, hours, minutes, seconds } from '#kernel/clock.ts'
import { listNodes } from '#modules/installation/index.ts'
import { readQueue } from '../queue/actions/read-queue.ts'
import type { QueueDeps } from '../queue/deps.ts'
import { outcomeOf, outcomesByNetwork } from '../tallies/outcomes.ts'
import { sumDeliveries, sumPublications } from '../tallies/store.ts'
import type { OverviewDeps } from './deps.ts'
import { countAlerts, countUsers, readDatabase } from './store.ts'

/** A process without a heartbeat for this long is shown as silent. */
const silentAfterMs = seconds(30)
/** A process that was silent for this long is no longer listed. */
const listedMs = minutes(60)

/** Returns the state of the service: what was published and how late, what is waiting, and the processes. */
export async function readOverview(deps: OverviewDeps & QueueDeps) {
  const { db, clock } = deps
  const at = clock.now()
  const [publishing, queue, webhooks, users, alerts, database, nodes] = await Promise.all([
    readOutcomes(deps),
    readQueue(deps),
    readDeliveries(deps),
    countUsers(db, before(at, days(1)), before(at, days(7))),
    countAlerts(db),
    readDatabase(db),
    listNodes(db, before(at, listedMs)),
  ])
  return {
    at,
    publishing,
    queue: {
      ...summed(queue.publishing),
      pausedPlatforms: queue.publishing.filter(({ pause }) => pause !== null).map(({ platform }) => platform),
    },
    jobs: { ...summed(queue.jobs), failed: queue.jobs.reduce((sum, { failed }) => sum + failed, 0) },
    webhooks: { ...webhooks, ...queue.deliveries },
    users,
    alerts,
    database,
    nodes: nodes.map(({ stoppedAt: _s, databaseLostAt: _d, diskFreeBytes, diskTotalBytes, ...node }) => ({
      ...node,
      isSilent: node.seenAt < before(at, silentAfterMs),
      disk: { freeBytes: diskFreeBytes, totalBytes: diskTotalBytes },
    })),
  }
}

interface Waiting {
  readonly ready: number
  readonly oldestReadyAt: Date | null
}

const summed = (all: readonly Waiting[]): Waiting => ({
  ready: all.reduce((sum, { ready }) => sum + ready, 0),
  oldestReadyAt: all
    .map((one) => one.oldestReadyAt)
    .reduce((oldest, at) => (at && (!oldest || at < oldest) ? at : oldest), null),
})

/** Returns the outcomes of publications in the last day and week. */
export async function readOutcomes({ db, clock }: { readonly db: OverviewDeps['db']; readonly clock: Clock }) {
  const outcomesSince = async (since: Date) => {
    const tallies = await sumPublications(db, since)
    return { all: outcomeOf(tallies), byNetwork: outcomesByNetwork(tallies) }
  }
  const [last24h, last7d] = await Promise.all([hours(24), days(7)].map((ms) => outcomesSince(before(clock.now(), ms))))
  if (!last24h || !last7d) throw new Error('Two periods were requested.')
  return { last24h, last7d }
}

/** Returns the outcomes of webhook deliveries in the last day and week. */
export async function readDeliveries({ db, clock }: OverviewDeps) {
  const deliveriesSince = async (since: Date) => {
    const { delivered, failed } = await sumDeliveries(db, since)
    const all = delivered + failed
    return { delivered, failed, successShare: all === 0 ? null : delivered / all }
  }
  return {
    last24h: await deliveriesSince(before(clock.now(), hours(24))),
    last7d: await deliveriesSince(before(clock.now(), days(7))),
  }
}
