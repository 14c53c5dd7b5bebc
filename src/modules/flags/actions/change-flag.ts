import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { type Fault, refuseInput } from '#kernel/errors.ts'
import { toWire } from '#kernel/ids.ts'
import { changesBetween } from '#kernel/json.ts'
import type { FlagDeps } from '../deps.ts'
import type { FlagSettings } from '../evaluate.ts'
import { indexByKey } from '../flag-cache.ts'
import { getSettings } from '../flag-for.ts'
import type { FlagChanges } from '../schema.ts'
import { lockFlags, selectFlags, upsertFlag } from '../store.ts'
import { type PresentedFlag, presentFlag, requireFlagKey } from './read-flags.ts'

/** Changes a flag. Omitted fields are left unchanged. A request that changes nothing writes no audit entry. */
export async function changeFlag(
  deps: FlagDeps,
  caller: Caller,
  query: string,
  changes: FlagChanges,
): Promise<PresentedFlag> {
  const key = requireFlagKey(query)
  const changed = await inTx(deps.db, async (tx) => {
    await lockFlags(tx, caller.uid)
    const stored = indexByKey(await selectFlags(tx))
    const before = getSettings(key, stored)
    const after: FlagSettings = {
      enabled: changes.enabled ?? before.enabled,
      variants: changes.variants ?? before.variants,
      rules: changes.rules ?? before.rules,
    }
    requireConsistent(deps, after)
    const { audit, isEmpty } = changesBetween(asJson(before), asJson(after))
    if (isEmpty) return presentFlag(key, stored)

    const flag = { key, settings: after, updatedAt: deps.clock.now(), updatedBy: caller.uid }
    await upsertFlag(tx, flag)
    await deps.writeAudit(tx, {
      at: flag.updatedAt,
      caller,
      ownerUid: null,
      action: 'feature_flag.changed',
      subject: key,
      changes: audit,
    })
    return presentFlag(key, indexByKey([flag]))
  })
  deps.flags.clear()
  return changed
}

/** Refuses settings whose parts contradict each other or name a plan that does not exist. */
function requireConsistent({ plans }: FlagDeps, { variants, rules }: FlagSettings): void {
  const names = variants.map(({ name }) => name)
  const faults: Fault[] = []
  const sum = variants.reduce((total, { weight }) => total + weight, 0)
  if (sum !== 100)
    faults.push({ path: '/variants', code: 'weights', message: `must have weights that add up to 100, not ${sum}` })
  if (new Set(names).size < names.length)
    faults.push({ path: '/variants', code: 'duplicate', message: 'must have a different name for each variant' })
  for (const [place, rule] of rules.entries()) {
    if (rule.variant !== undefined && !names.includes(rule.variant))
      faults.push({
        path: `/rules/${place}/variant`,
        code: 'unknown_variant',
        message: `must be one of ${names.join(', ')}`,
      })
    for (const [at, plan] of (rule.plans ?? []).entries())
      if (!plans.has(plan))
        faults.push({
          path: `/rules/${place}/plans/${at}`,
          code: 'unknown_plan',
          message: `must be one of ${[...plans.keys()].join(', ')}`,
        })
  }
  if (faults.length > 0) refuseInput(...faults)
}

/** Returns the settings as the API shows them, because people read the audit log. */
function asJson({ enabled, variants, rules }: FlagSettings) {
  return {
    enabled,
    variants: variants.map(({ name, weight }) => ({ name, weight })),
    rules: rules.map(({ users, plans, percentage, variant }) => ({
      ...(users && { users: users.map((uid) => toWire('usr', uid)) }),
      ...(plans && { plans: [...plans] }),
      ...(percentage !== undefined && { percentage }),
      ...(variant !== undefined && { variant }),
    })),
  }
}
