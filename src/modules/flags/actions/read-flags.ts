import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import type { FlagDeps } from '../deps.ts'
import type { FlagSettings, FlagState } from '../evaluate.ts'
import { byKey, flagFor, settingsOf } from '../flag-for.ts'
import { type FlagKey, flagKeys, isFlagKey, knownFlags } from '../known-flags.ts'
import { type StoredFlag, storedFlags } from '../store.ts'

export type ShownFlag = FlagState & { readonly key: string }

export interface WholeFlag extends FlagSettings, Pick<StoredFlag, 'updatedBy'> {
  readonly key: string
  readonly description: string
  readonly updatedAt: Date | null
}

export const flagsFor = (deps: FlagDeps, caller: Caller | null): Promise<ShownFlag[]> =>
  Promise.all(flagKeys.map((key) => shown(deps, key, caller)))

export async function oneFlagFor(deps: FlagDeps, caller: Caller | null, key: string): Promise<ShownFlag> {
  return await shown(deps, knownKey(key), caller)
}

/** Returns a flag with its rules, uncached, for administrators. */
export async function wholeFlag({ db }: FlagDeps, key: string): Promise<WholeFlag> {
  return presentWhole(knownKey(key), byKey(await storedFlags(db)))
}

export function knownKey(key: string): FlagKey {
  if (!isFlagKey(key)) refuse('flag_not_found', { detail: `The flags are: ${flagKeys.join(', ')}.` })
  return key
}

export function presentWhole(key: FlagKey, stored: ReadonlyMap<string, StoredFlag>): WholeFlag {
  const { updatedAt = null, updatedBy = null } = stored.get(key) ?? {}
  return { key, description: knownFlags[key].description, ...settingsOf(key, stored), updatedAt, updatedBy }
}

async function shown(deps: FlagDeps, key: FlagKey, caller: Caller | null): Promise<ShownFlag> {
  return { key, ...(await flagFor(deps, key, caller && { uid: caller.uid, plan: caller.plan })) }
}
