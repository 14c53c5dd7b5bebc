import type { Db } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import type { Clock } from '#kernel/clock.ts'
import { getLimit, type Plans } from '#modules/plans/index.ts'
import { profileFor } from '#modules/profiles/index.ts'
import { listScopedAccounts, readAsker, type ScopedAccount, type ScopeFilter } from '../store/scope.ts'

export interface ReadingDeps {
  readonly db: Db
  readonly clock: Clock
  readonly plans: Plans
}

/** The subject of an analytics request, and its caller. */
export interface Scope {
  readonly accounts: readonly ScopedAccount[]
  readonly filter: ScopeFilter
  readonly timezone: string
  /** The number of days that the plan retains. Null if unlimited. */
  readonly keptDays: number | null
  readonly now: Date
}

/** Reads the scope of a request. Rejects a profile that the caller cannot access. */
export async function readScope(
  { db, clock, plans }: ReadingDeps,
  caller: Caller,
  filter: ScopeFilter,
  timezone?: string,
): Promise<Scope> {
  if (filter.profileId) await profileFor(db, caller, filter.profileId, 'read', { lock: false })
  const asker = await readAsker(db, caller, filter.profileId)
  return {
    accounts: await listScopedAccounts(db, caller, filter),
    filter,
    timezone: timezone ?? asker.timezone,
    keptDays: getLimit(plans, asker.plan, 'analyticsRetentionDays'),
    now: clock.now(),
  }
}
