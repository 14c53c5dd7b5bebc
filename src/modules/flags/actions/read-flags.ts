import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import type { FlagDeps } from '../deps.ts'
import type { FlagSettings, FlagState } from '../evaluate.ts'
import { indexByKey } from '../flag-cache.ts'
import { flagFor, getSettings } from '../flag-for.ts'
import { type FlagKey, flagKeys, isFlagKey, knownFlags } from '../known-flags.ts'
import { type StoredFlag, selectFlags } from '../store.ts'

type ShownFlag = FlagState & { readonly key: string }

export interface PresentedFlag extends FlagSettings, Pick<StoredFlag, 'updatedBy'> {
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

export function requireFlagKey(key: string): FlagKey {
  if (!isFlagKey(key)) refuse('flag_not_found', { detail: `The known flags are: ${flagKeys.join(', ')}.` })
  return key
}

export function presentFlag(key: FlagKey, stored: ReadonlyMap<string, StoredFlag>): PresentedFlag {
  const { updatedAt = null, updatedBy = null } = stored.get(key) ?? {}
  return { key, description: knownFlags[key].description, ...getSettings(key, stored), updatedAt, updatedBy }
}

async function shown(deps: FlagDeps, key: FlagKey, caller: Caller | null): Promise<ShownFlag> {
  return { key, ...(await flagFor(deps, key, caller && { uid: caller.uid, plan: caller.plan })) }
}
