import type { Caller } from '#kernel/caller.ts'
import { getLimit, type Limit, limitNames } from '#modules/plans/index.ts'
import type { IdentityDeps } from '../../deps.ts'

interface UsedLimit {
  readonly name: Limit
  readonly used: number
  readonly limit: number | null
  readonly resetsAt: Date | null
}

/** Returns the usage of each plan limit that has a meter. */
export async function readUsage(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'plans' | 'meters'>,
  caller: Pick<Caller, 'uid' | 'plan'>,
): Promise<{ readonly plan: string; readonly limits: UsedLimit[] }> {
  const now = deps.clock.now()
  const limits: UsedLimit[] = []
  for (const name of limitNames) {
    const meter = deps.meters[name]
    if (!meter) continue
    limits.push({
      name,
      used: await meter(deps.db, caller.uid),
      limit: getLimit(deps.plans, caller.plan, name),
      resetsAt: name.endsWith('PerMonth') ? nextMonth(now) : null,
    })
  }
  return { plan: caller.plan, limits }
}

const nextMonth = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
