import type { Caller } from '#kernel/caller.ts'
import type { ProfileId } from '#kernel/ids.ts'
import type { ProfileDeps } from '../deps.ts'
import { profileFor } from '../profile-for.ts'
import { type AccessibleProfile, selectProfiles } from '../store.ts'

export type ReadDeps = Pick<ProfileDeps, 'db'>

export const listProfiles = ({ db }: ReadDeps, caller: Caller): Promise<AccessibleProfile[]> =>
  selectProfiles(db, caller)

export const getProfile = ({ db }: ReadDeps, caller: Caller, id: ProfileId): Promise<AccessibleProfile> =>
  profileFor(db, caller, id, 'viewer')
