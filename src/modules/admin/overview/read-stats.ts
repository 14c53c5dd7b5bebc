import { before, days } from '#kernel/clock.ts'
import { platformIdOf } from '#rules/network-names.ts'
import { countPosts } from '../tallies/store.ts'
import type { OverviewDeps } from './deps.ts'
import { readDeliveries, readOutcomes } from './read-overview.ts'
import { countThings, countUsers, groupAccounts, groupUsers } from './store.ts'

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
