import type { Account } from '#web/compose/draft/draft.ts'
import { browserStore } from '#web/lib/browser/storage.ts'

const keyOf = (profileId: string): string => `posthorn.accounts.${profileId}`

/** Accounts by ID, each with whether the profile's last post used it. */
type Chosen = Readonly<Record<string, boolean>>

/**
 * Preselects the accounts of a new post: those of the last post, and newer default ones. Broken accounts are omitted,
 * and a choice without any working account is ignored.
 */
export function usualAccounts(profileId: string, accounts: readonly Account[]): string[] {
  const chosen = readChosen(profileId)
  const working = accounts.filter(({ status }) => status === 'active')
  const usual = working.filter(({ id, isDefault }) => chosen[id] ?? isDefault)
  return (usual.length > 0 ? usual : working.filter(({ isDefault }) => isDefault)).map(({ id }) => id)
}

export function keepChosen(profileId: string, accounts: readonly Account[], chosenIds: readonly string[]): void {
  const chosen: Chosen = Object.fromEntries(accounts.map(({ id }) => [id, chosenIds.includes(id)]))
  browserStore.write(keyOf(profileId), JSON.stringify(chosen))
}

function readChosen(profileId: string): Chosen {
  try {
    return (JSON.parse(browserStore.read(keyOf(profileId)) ?? '{}') as Chosen | null) ?? {}
  } catch {
    return {}
  }
}
