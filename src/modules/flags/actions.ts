import { inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { type Fault, refuse, refuseInput } from '#kernel/errors.ts'
import { toWire } from '#kernel/ids.ts'
import { changesBetween } from '#kernel/json.ts'
import type { FlagDeps } from './deps.ts'
import type { FlagSettings, FlagState } from './evaluate.ts'
import { indexByKey } from './flag-cache.ts'
import { flagFor, getSettings } from './flag-for.ts'
import { type FlagKey, flagKeys, isFlagKey, knownFlags } from './known-flags.ts'
import type { FlagChanges } from './schema.ts'
import { lockFlags, type StoredFlag, selectFlags, upsertFlag } from './store.ts'

type ShownFlag = FlagState & { readonly key: string }

interface PresentedFlag extends FlagSettings, Pick<StoredFlag, 'updatedBy'> {
  readonly updatedByUid: StoredFlag['updatedBy']
  readonly key: string
  readonly description: string
  readonly updatedAt: Date | null
}

export const listFlags = (deps: FlagDeps, caller: Caller | null): Promise<ShownFlag[]> =>
  Promise.all(flagKeys.map((key) => shown(deps, key, caller)))

export async function getFlag(deps: FlagDeps, caller: Caller | null, key: string): Promise<ShownFlag> {
  return await shown(deps, requireFlagKey(key), caller)
}

/** Returns a flag with its rules, uncached, for administrators. */
export async function getFlagSettings({ db }: FlagDeps, key: string): Promise<PresentedFlag> {
  return presentFlag(requireFlagKey(key), indexByKey(await selectFlags(db)))
}

/** Returns both representations of a flag, which stays as it is until the end of the transaction. */
export async function lockFlag(deps: FlagDeps, tx: Tx, caller: Caller, key: string) {
  await lockFlags(tx, caller.uid)
  return { whole: await getFlagSettings({ ...deps, db: tx }, key), shown: await getFlag(deps, caller, key) }
}

function requireFlagKey(key: string): FlagKey {
  if (!isFlagKey(key)) refuse('flag_not_found', { detail: `The known flags are: ${flagKeys.join(', ')}.` })
  return key
}

function presentFlag(key: FlagKey, stored: ReadonlyMap<string, StoredFlag>): PresentedFlag {
  const { updatedAt = null, updatedBy = null } = stored.get(key) ?? {}
  return {
    key,
    description: knownFlags[key].description,
    ...getSettings(key, stored),
    updatedAt,
    updatedBy,
    updatedByUid: updatedBy,
  }
}

async function shown(deps: FlagDeps, key: FlagKey, caller: Caller | null): Promise<ShownFlag> {
  return { key, ...(await flagFor(deps, key, caller && { uid: caller.uid, plan: caller.plan })) }
}

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

/** Returns the settings in API form, because people read the audit log. */
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
