import type { Caller } from '#kernel/caller.ts'
import type { ProfileId, UserId } from '#kernel/ids.ts'
import type { ProfileDeps } from '../../deps.ts'
import { profileFor } from '../../profile-for.ts'
import { hasProfileRole } from '../../state.ts'
import { type MemberRow, selectMembers } from '../store.ts'

type ShownMember = Omit<MemberRow, 'email'> & { readonly email?: string | null }

/** Returns the members. Every member sees the names and their own email address. Only admins see all addresses. */
export async function listProfileMembers({ db }: ProfileDeps, caller: Caller, id: ProfileId): Promise<ShownMember[]> {
  const { role } = await profileFor(db, caller, id, 'viewer')
  const all = hasProfileRole(role, 'admin')
  return (await selectMembers(db, id)).map((member) => shownTo(caller.uid, all, member))
}

function shownTo(uid: UserId, all: boolean, { email, ...member }: MemberRow): ShownMember {
  return all || member.uid === uid ? { ...member, email } : member
}
