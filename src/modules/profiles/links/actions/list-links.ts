import type { Caller } from '#kernel/caller.ts'
import type { ProfileId } from '#kernel/ids.ts'
import type { ReadDeps } from '../../actions/list-profiles.ts'
import { profileFor } from '../../profile-for.ts'
import { type ProfileLinkRow, selectChildLinks, selectLinks, selectRemovedLinks } from '../store.ts'

export const listProfileLinks = ({ db }: ReadDeps, caller: Caller): Promise<ProfileLinkRow[]> => selectLinks(db, caller)

export const listRemovedProfileLinks = ({ db }: ReadDeps, caller: Caller) => selectRemovedLinks(db, caller)

export async function listProfileChildren({ db }: ReadDeps, caller: Caller, id: ProfileId): Promise<ProfileLinkRow[]> {
  await profileFor(db, caller, id, 'viewer')
  return selectChildLinks(db, caller, id)
}
