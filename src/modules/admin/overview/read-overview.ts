import { before, type Clock, days, hours, minutes, seconds } from '#kernel/clock.ts'
import { listNodes } from '#modules/installation/index.ts'
import { platformIdOf } from '#rules/network-names.ts'
import type { OverviewDeps, QueueDeps } from '../deps.ts'
import { readQueue } from '../queue/actions.ts'
import { outcomeOf, outcomesByNetwork } from '../tallies/outcomes.ts'
import { countPosts, sumDeliveries, sumPublications } from '../tallies/store.ts'
import { countAlerts, countThings, countUsers, groupAccounts, groupUsers, readDatabase } from './store.ts'

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
async function readOutcomes({ db, clock }: { readonly db: OverviewDeps['db']; readonly clock: Clock }) {
  const outcomesSince = async (since: Date) => {
    const tallies = await sumPublications(db, since)
    return { all: outcomeOf(tallies), byNetwork: outcomesByNetwork(tallies) }
  }
  const [last24h, last7d] = await Promise.all([hours(24), days(7)].map((ms) => outcomesSince(before(clock.now(), ms))))
  if (!last24h || !last7d) throw new Error('Two periods were requested.')
  return { last24h, last7d }
}

/** Returns the outcomes of webhook deliveries in the last day and week. */
async function readDeliveries({ db, clock }: OverviewDeps) {
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

/** Returns the numbers of users, profiles, accounts and posts, each by kind. */
export async function readStats(deps: OverviewDeps) {
  const { db, clock } = deps
  const at = clock.now()
  const [users, groups, accounts, things, posts, publishing, deliveries] = await Promise.all([
    countUsers(db, before(at, days(1)), before(at, days(7))),
    groupUsers(db),
    groupAccounts(db),
    countThings(db),
    countPosts(db),
    readOutcomes(deps),
    readDeliveries(deps),
  ])
  const usersBy = (by: (typeof groups)[number]['by']) =>
    Object.fromEntries(groups.filter((one) => one.by === by).map(({ key, count }) => [key, count]))
  const { trash = 0, ...byStatus } = posts
  return {
    at,
    users: { ...users, byPlan: usersBy('plan'), byRole: usersBy('role'), bySubscription: usersBy('subscription') },
    profiles: things.profiles,
    accounts: {
      total: sumOf(accounts.map(({ count }) => count)),
      byStatus: sumBy(accounts, ({ status }) => status),
      byPlatform: sumBy(accounts, ({ network }) => platformIdOf(network)),
    },
    posts: { total: sumOf(Object.values(byStatus)), byStatus, inTrash: trash },
    publishing,
    webhooks: { endpoints: things.endpoints, ...deliveries },
  }
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, one) => sum + one, 0)

function sumBy<One extends { readonly count: number }>(all: readonly One[], keyOf: (one: One) => string) {
  const groups = Map.groupBy(all, keyOf)
  return Object.fromEntries([...groups].map(([key, group]) => [key, sumOf(group.map(({ count }) => count))]))
}
