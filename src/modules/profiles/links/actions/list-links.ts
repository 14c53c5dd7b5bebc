import type { Caller } from '#kernel/caller.ts'
import type { ProfileId } from '#kernel/ids.ts'
import type { ReadDeps } from '../../actions/list-profiles.ts'
import { profileFor } from '../../profile-for.ts'
import { listChildLinks, listLinks, listRemovedLinks, type ProfileLinkRow } from '../store.ts'

export const linksOf = ({ db }: ReadDeps, caller: Caller): Promise<ProfileLinkRow[]> => listLinks(db, caller)

export const removedLinksOf = ({ db }: ReadDeps, caller: Caller) => listRemovedLinks(db, caller)

export async function childLinksOf({ db }: ReadDeps, caller: Caller, id: ProfileId): Promise<ProfileLinkRow[]> {
  await profileFor(db, caller, id, 'viewer')
  return listChildLinks(db, caller, id)
}
