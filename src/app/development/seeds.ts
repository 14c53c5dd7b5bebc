import { inTx } from '#infra/db/client.ts'
import type { Caller, Scope } from '#kernel/caller.ts'
import type { ApiKeyId, ProfileId } from '#kernel/ids.ts'
import { createApiKey, signUp } from '#modules/identity/index.ts'
import { createProfile, linkProfiles } from '#modules/profiles/index.ts'
import type { Deps } from '../deps.ts'

/**
 * Sample data for trials and tests. It is created by the same actions that the API calls, so it cannot contain anything
 * that the API would reject. Names and addresses are fixed; IDs, times and keys are not.
 */
export interface Seeded {
  readonly people: { readonly [Name in keyof typeof logins]: SeededPerson }
  readonly profiles: { readonly coffee: ProfileId; readonly brasil: ProfileId; readonly rio: ProfileId }
  /** Ada's keys: one for everything on her profiles, and one that reads a single profile. */
  readonly keys: { readonly wide: SeededKey; readonly narrow: SeededKey }
}

interface SeededPerson {
  readonly caller: Caller
  readonly token: string
  readonly refreshToken: string
}

interface SeededKey {
  readonly id: ApiKeyId
  /** Shown only here. */
  readonly key: string
}

export const seedPassword = 'a few words in a row'
export const logins = {
  ada: { email: 'ada@example.com', name: 'Ada' },
  ben: { email: 'ben@example.com', name: 'Ben' },
  cleo: { email: 'cleo@example.com', name: 'Cleo' },
} as const

/** Creates the sample data in a database without users. The first user becomes the owner of the installation. */
export async function seed(deps: Deps): Promise<Seeded> {
  const ada = await person(deps, logins.ada)
  const ben = await person(deps, logins.ben)
  const cleo = await person(deps, logins.cleo)
  const profiles = await inTx(deps.db, async (tx) => {
    const make = async (owner: SeededPerson, name: string, brandColor: string, timezone: string) =>
      (await createProfile(deps, tx, owner.caller, { name, brandColor, timezone })).id
    const coffee = await make(ada, 'Harbour Coffee', '#1A2B3C', 'Europe/Berlin')
    const brasil = await make(ada, 'Harbour Coffee Brasil', '#008C45', 'America/Sao_Paulo')
    const rio = await make(ada, 'Harbour Coffee Rio', '#F4C300', 'America/Sao_Paulo')
    await make(ben, 'Bicycle Workshop', '#CC3300', 'Asia/Tokyo')
    const inheritanceRules = { autoRepost: true, languageOverride: 'pt-BR', tagPrefix: 'br-' }
    await linkProfiles(deps, tx, ada.caller, { parentId: coffee, childId: brasil, inheritanceRules })
    await linkProfiles(deps, tx, ada.caller, { parentId: brasil, childId: rio, inheritanceRules: {} })
    return { coffee, brasil, rio }
  })
  const key = (name: string, scopes: Scope[], profileIds: ProfileId[] | null) =>
    createApiKey(deps, ada.caller, { name, scopes, profileIds, expiresAt: null })
  const wide = await key('sample program', ['profiles:read', 'profiles:write'], null)
  const narrow = await key('reads one profile', ['profiles:read'], [profiles.coffee])
  return { people: { ada, ben, cleo }, profiles, keys: { wide, narrow } }
}

async function person(deps: Deps, login: { readonly email: string; readonly name: string }): Promise<SeededPerson> {
  const config = { ...deps.config, signUp: 'open', isOpenToOthers: false } as const
  const requestId = 'seeds'
  const signedIn = await signUp(
    { ...deps, config },
    { ...login, password: seedPassword },
    { place: requestId, agent: null, requestId },
  )
  const caller = callerFor(signedIn.user, deps.clock.now())
  return { caller, token: signedIn.token, refreshToken: signedIn.refreshToken }
}

/** Returns the caller for a user who has just signed in. */
export const callerFor = ({ uid, role, plan }: Pick<Caller, 'uid' | 'role' | 'plan'>, now: Date): Caller => ({
  kind: 'user',
  uid,
  role,
  plan,
  keyId: null,
  scopes: null,
  onlyProfiles: null,
  signedInAt: now,
  sessionId: null,
  requestId: 'sample-data',
})
