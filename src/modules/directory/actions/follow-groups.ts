import type { Tx } from '#infra/db/client.ts'
import type { UserId } from '#kernel/ids.ts'
import type { AuditEntry } from '#modules/audit/index.ts'
import { setDirectoryRole } from '#modules/identity/index.ts'
import { setMember } from '#modules/profiles/index.ts'
import type { DirectoryDeps } from '../deps.ts'
import { conflict } from '../protocol/scim-fault.ts'
import { followMembership, followRole } from '../state.ts'
import {
  deleteMembership,
  listFollowedMemberships,
  listFollowedRoles,
  lockFollowedProfiles,
  lockUsers,
  upsertMembership,
} from '../store/memberships.ts'
import { updateDirectoryUser } from '../store/users.ts'

interface Following {
  /** The users whose groups, or whose groups' grants, have changed. */
  readonly uids: readonly UserId[]
  /** Superadmins who can sign in, locked before any other row. Those who lose the role are removed from it. */
  readonly superadmins: Set<UserId>
  readonly actor: AuditEntry['caller']
}

/**
 * Gives users what their groups give now, and takes back what only groups gave. The caller holds the lock of the
 * directory. Nothing happens to a membership or a role that someone has given manually.
 */
export async function followGroups(
  deps: DirectoryDeps,
  tx: Tx,
  { uids, superadmins, actor }: Following,
): Promise<void> {
  if (uids.length === 0) return
  await lockUsers(tx, uids)
  await lockFollowedProfiles(tx, uids)
  for (const { uid, current, wanted, given, own } of await listFollowedRoles(tx, uids)) {
    const known = given === null ? null : { given, own }
    const next = followRole({ current, known, wanted })
    const role = next.role ?? 'user'
    if (role !== current) {
      if (current === 'superadmin') requireOtherSuperadmin(superadmins, uid)
      await setDirectoryRole(deps, tx, { id: uid, role: current }, role, actor)
      if (current === 'superadmin') superadmins.delete(uid)
    }
    const [givenRole, ownRole] = next.known === null ? [null, null] : [wanted, next.known.own ?? 'user']
    if (givenRole !== given || ownRole !== own) await updateDirectoryUser(tx, uid, { givenRole, ownRole })
  }
  for (const { uid, profileId, current, wanted, given, own } of await listFollowedMemberships(tx, uids)) {
    const known = given === null ? null : { given, own }
    const next = followMembership({ current, known, wanted })
    if (next.role !== current) await setMember(deps, tx, { profileId, uid, role: next.role, actor })
    if (next.known === null) await deleteMembership(tx, { uid, profileId })
    else if (next.known.given !== given || next.known.own !== own)
      await upsertMembership(tx, { uid, profileId, givenRole: next.known.given, ownRole: next.known.own })
  }
}

/** Requires that someone else can still administer the installation. */
export function requireOtherSuperadmin(superadmins: ReadonlySet<UserId>, uid: UserId): void {
  if (!superadmins.has(uid) || superadmins.size > 1) return
  throw conflict(
    'This is the last superadmin of Posthorn. Make someone else superadmin first, under Administration → Users.',
  )
}
