import type { Db } from '#infra/db/client.ts'
import { before, type Clock, days } from '#kernel/clock.ts'
import type { Plans } from '#modules/plans/index.ts'
import { type CohortCell, countReasons, readCohorts, readFunnel, readPlanPeriods, selectComments } from './store.ts'

interface Deps {
  readonly db: Db
  readonly clock: Clock
  readonly plans: Plans
}

const steps = ['signedUp', 'verified', 'connected', 'firstPost', 'firstPublished', 'week2'] as const

/** Returns how many users of the last days reached each step. The second week counts only those who have had one. */
export async function findFunnel({ db, clock }: Deps, window: number) {
  const since = before(clock.now(), days(window))
  const counts = await readFunnel(db, since)
  return {
    days: window,
    since,
    steps: steps.map((name) => ({
      name,
      users: counts[name],
      share: counts.signedUp === 0 ? null : counts[name] / counts.signedUp,
    })),
  }
}

/** Returns, for each sign-up week, the share of users who wrote a post in each of their weeks. */
export async function findRetention({ db, clock }: Deps, weeks: number) {
  const now = clock.now()
  const cells = await readCohorts(db, mondayBefore(before(now, days(7 * (weeks - 1)))))
  const cohorts = [...Map.groupBy(cells, ({ cohort }) => cohort.getTime()).values()]
  return { weeks, cohorts: cohorts.map((all) => presentCohort(all, now)) }
}

function presentCohort(cells: readonly CohortCell[], now: Date) {
  const [first] = cells
  const users = first?.users ?? 0
  const began = first?.cohort ?? now
  // A week only counts once the last user of the cohort has completed it.
  const past = Math.max(1, Math.floor((now.getTime() - began.getTime()) / days(7)))
  const active = new Map(cells.map((cell) => [cell.week, cell.active]))
  return {
    week: began,
    users,
    active: Array.from({ length: past }, (_, week) => active.get(week) ?? 0),
  }
}

function mondayBefore(at: Date): Date {
  const day = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()))
  return before(day, days((day.getUTCDay() + 6) % 7))
}

/** Returns the value of a user of each plan: the price times the months that users have had it. */
export async function findLtv({ db, clock, plans }: Deps) {
  const periods = new Map((await readPlanPeriods(db, clock.now())).map((row) => [row.plan, row]))
  const names = new Set([...plans.keys(), ...periods.keys()])
  return {
    plans: [...names].map((plan) => {
      const { users = 0, formerUsers = 0, months = 0 } = periods.get(plan) ?? {}
      const priceCents = plans.get(plan)?.priceCents ?? 0
      const revenueCents = Math.round(months * priceCents)
      const all = users + formerUsers
      return {
        plan,
        priceCents,
        users,
        formerUsers,
        averageMonths: all === 0 ? 0 : Math.round((months / all) * 100) / 100,
        revenueCents,
        ltvCents: all === 0 ? 0 : Math.round(revenueCents / all),
      }
    }),
  }
}

/** Returns the reasons of users who cancelled in the last days. */
export async function findFeedback({ db, clock }: Deps, window: number) {
  const since = before(clock.now(), days(window))
  const reasons = await countReasons(db, since)
  const total = reasons.reduce((sum, { count }) => sum + count, 0)
  return { days: window, total, reasons, comments: await selectComments(db, since) }
}
