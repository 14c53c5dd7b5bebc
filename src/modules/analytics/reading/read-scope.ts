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

/** The subject of a question, and for whom it is answered. */
export interface Scope {
  readonly accounts: readonly ScopedAccount[]
  readonly filter: ScopeFilter
  readonly timezone: string
  /** The days that the plan keeps. Null: for ever. */
  readonly keptDays: number | null
  readonly now: Date
}

/** Reads what a question is about. A named profile that the caller cannot reach is refused. */
export async function readScope(
  { db, clock, plans }: ReadingDeps,
  caller: Caller,
  filter: ScopeFilter,
  timezone?: string,
): Promise<Scope> {
  if (filter.profileId) await profileFor(db, caller, filter.profileId, 'viewer', { lock: false })
  const asker = await readAsker(db, caller, filter.profileId)
  return {
    accounts: await listScopedAccounts(db, caller, filter),
    filter,
    timezone: timezone ?? asker.timezone,
    keptDays: getLimit(plans, asker.plan, 'analyticsRetentionDays'),
    now: clock.now(),
  }
}
