import type { Caller } from '#kernel/caller.ts'
import type { ProfileId } from '#kernel/ids.ts'
import type { ProfileDeps } from '../deps.ts'
import { profileFor } from '../profile-for.ts'
import {
  type AccessibleProfile,
  listChildLinks,
  listLinks,
  listProfiles,
  listRemovedLinks,
  type ProfileLinkRow,
} from '../store.ts'

type ReadDeps = Pick<ProfileDeps, 'db'>

export const profilesOf = ({ db }: ReadDeps, caller: Caller): Promise<AccessibleProfile[]> => listProfiles(db, caller)

export const profileOf = ({ db }: ReadDeps, caller: Caller, id: ProfileId): Promise<AccessibleProfile> =>
  profileFor(db, caller, id, 'viewer')

export const linksOf = ({ db }: ReadDeps, caller: Caller): Promise<ProfileLinkRow[]> => listLinks(db, caller)

export const removedLinksOf = ({ db }: ReadDeps, caller: Caller) => listRemovedLinks(db, caller)

export async function childLinksOf({ db }: ReadDeps, caller: Caller, id: ProfileId): Promise<ProfileLinkRow[]> {
  await profileFor(db, caller, id, 'viewer')
  return listChildLinks(db, caller, id)
}
