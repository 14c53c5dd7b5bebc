import { evaluate, type FlagSettings, type FlagState, type FlagSubject } from './evaluate.ts'
import type { FlagCache, StoredFlags } from './flag-cache.ts'
import { type FlagKey, type KnownFlag, knownFlags } from './known-flags.ts'

/**
 * Returns the state of a flag for one user. Do not call this inside a transaction: it would hold one connection and
 * wait for another.
 */
export async function flagFor(
  { flags }: { readonly flags: FlagCache },
  key: FlagKey,
  subject: FlagSubject,
): Promise<FlagState> {
  return evaluate(key, getSettings(key, await flags.get()), subject)
}

/** Returns the stored settings of a flag, or else the built-in ones. */
export function getSettings(key: FlagKey, stored: StoredFlags): FlagSettings {
  const known: KnownFlag = knownFlags[key]
  return stored.get(key)?.settings ?? known.settings
}
