import type { Caller } from '#kernel/caller.ts'
import type { ProfileId } from '#kernel/ids.ts'
import type { ProfileDeps } from '../deps.ts'
import { profileFor } from '../profile-for.ts'
import { type AccessibleProfile, listProfiles } from '../store.ts'

export type ReadDeps = Pick<ProfileDeps, 'db'>

export const profilesOf = ({ db }: ReadDeps, caller: Caller): Promise<AccessibleProfile[]> => listProfiles(db, caller)

export const profileOf = ({ db }: ReadDeps, caller: Caller, id: ProfileId): Promise<AccessibleProfile> =>
  profileFor(db, caller, id, 'viewer')
