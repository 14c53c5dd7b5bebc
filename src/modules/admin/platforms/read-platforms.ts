import { after, before, days, hours } from '#kernel/clock.ts'
import { platformFields } from '#rules/network-names.ts'
import type { PlatformDeps, QueueDeps } from '../deps.ts'
import { readQueue } from '../queue/actions.ts'
import { outcomeOf } from '../tallies/outcomes.ts'
import { sumPublications } from '../tallies/store.ts'
import { countAccounts, countUsage, findLatest, listAppQuotas } from './store.ts'

/** Returns the status of each network: whether calls are suspended, its last success and error, and its accounts. */
export async function readHealth(deps: PlatformDeps & QueueDeps) {
  const { db, clock } = deps
  const [queue, tallies, latest, accounts] = await Promise.all([
    readQueue(deps),
    sumPublications(db, before(clock.now(), hours(24))),
    findLatest(db),
    countAccounts(db),
  ])
  return {
    platforms: queue.publishing.map(({ platform, network, restsUntil, restsWhy, restsWhyCode, pause }) => {
      const last = latest.find((one) => one.network === network)
      const { active = 0, needsReconnect = 0 } = accounts.find((one) => one.network === network) ?? {}
      const { successShare } = outcomeOf(tallies.filter((one) => one.network === network))
      return {
        platform,
        network,
        circuit: restsUntil ? ('open' as const) : ('closed' as const),
        restsUntil,
        restsWhy,
        restsWhyCode,
        pauseReason: pause?.reason ?? null,
        errorShare: successShare === null ? null : 1 - successShare,
        lastPublishedAt: last?.lastPublishedAt ?? null,
        lastError: last?.lastErrorAt
          ? { at: last.lastErrorAt, code: last.lastErrorCode, message: last.lastError }
          : null,
        accounts: { active, needsReconnect },
      }
    }),
  }
}

/** Returns what was published on each network on a UTC day, and the remaining quota of its app. */
export async function readUsage({ db, clock }: PlatformDeps, wanted: string | undefined) {
  const date = wanted ?? clock.now().toISOString().slice(0, 10)
  const from = new Date(`${date}T00:00:00.000Z`)
  const [rows, quotas] = await Promise.all([countUsage(db, from, after(from, days(1))), listAppQuotas(db)])
  return {
    date,
    platforms: rows.map(({ network, mode, ...counts }) => {
      const quota = quotas.find((one) => one.network === network && one.mode === mode)
      const appQuota = quota ? { remaining: quota.remaining, resetsAt: quota.resetsAt, readAt: quota.readAt } : null
      return { ...platformFields(network), mode, ...counts, appQuota }
    }),
  }
}
