import type { Caller } from '#kernel/caller.ts'
import { refuse, refuseInput } from '#kernel/errors.ts'
import { type DirectoryGroupId, type ProfileId, toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { type GrantedRole, mayBeGranted } from '#modules/profiles/index.ts'
import type { DirectoryDeps } from '../deps.ts'
import { ScimFault } from '../protocol/scim-fault.ts'
import { unfiltered } from '../store/filter-condition.ts'
import {
  countMembers,
  type DirectoryGroup,
  findGroup,
  findProfiles,
  listGrants,
  listGroups,
  listMemberIds,
  replaceGrants,
  updateGroup,
} from '../store/groups.ts'
import { countUsers, findLastContact } from '../store/users.ts'
import { changeDirectory } from './change-directory.ts'
import { followGroups } from './follow-groups.ts'

type ReadDeps = Pick<DirectoryDeps, 'db' | 'config'>

/** The groups that are shown. Directories send far fewer. */
const groupsMax = 500

/** Describes the connection with the directory, and what its groups give. */
export async function readDirectory({ db, config }: ReadDeps) {
  return {
    isOn: config.scimToken !== null,
    baseUrl: `${config.publicUrl}/scim/v2`,
    users: await countUsers(db, unfiltered),
    lastRequestAt: await findLastContact(db),
    groups: await present(db, await listGroups(db, unfiltered, { offset: 0, limit: groupsMax })),
  }
}

async function present(db: DirectoryDeps['db'], groups: readonly DirectoryGroup[]) {
  const ids = groups.map(({ id }) => id)
  const grants = Map.groupBy(await listGrants(db, ids), ({ groupId }) => groupId)
  const members = new Map((await countMembers(db, ids)).map(({ groupId, total }) => [groupId, total]))
  return groups.map(({ id, displayName, role, createdAt }) => ({
    id,
    name: displayName,
    members: members.get(id) ?? 0,
    role,
    brands: (grants.get(id) ?? []).map(({ profileId, profileName, role: given }) => ({
      profileId,
      name: profileName,
      role: given,
    })),
    createdAt,
  }))
}

interface Grants {
  readonly role: DirectoryGroup['role']
  readonly brands: readonly { readonly profileId: ProfileId; readonly role: GrantedRole }[]
}

/** Sets what a group gives its members, and applies it to them in the same transaction. */
export async function changeGrants(
  deps: DirectoryDeps,
  caller: Caller,
  id: DirectoryGroupId,
  { role, brands }: Grants,
) {
  try {
    return await changeDirectory(deps, async (tx, superadmins) => {
      const group = (await findGroup(tx, id)) ?? refuse('directory_group_not_found')
      const profiles = new Map(
        (
          await findProfiles(
            tx,
            brands.map(({ profileId }) => profileId),
          )
        ).map((one) => [one.id, one]),
      )
      brands.forEach(({ profileId, role: given }, at) => {
        const profile = profiles.get(profileId)
        if (!profile)
          refuseInput({ path: `/brands/${at}/profileId`, code: 'invalid_value', message: 'must be a brand' })
        if (!mayBeGranted(profile, given)) {
          const message = `can’t be ${given}: only the owner of this brand decides who approves`
          refuseInput({ path: `/brands/${at}/role`, code: 'invalid_value', message })
        }
      })
      const [before] = await present(tx, [group])
      const now = deps.clock.now()
      await updateGroup(tx, id, { role, updatedAt: now })
      await replaceGrants(tx, id, brands)
      await writeAudit(tx, {
        at: now,
        caller,
        ownerUid: caller.uid,
        action: 'directory_group.grants_changed',
        subject: toWire('grp', id),
        changes: {
          role: { from: group.role, to: role },
          brands: { from: (before?.brands ?? []).map(describe), to: brands.map(describe) },
        },
      })
      await followGroups(deps, tx, { uids: [...(await listMemberIds(tx, id))], superadmins, actor: caller })
      const [after] = await present(tx, [{ ...group, role, updatedAt: now }])
      return after ?? refuse('directory_group_not_found')
    })
  } catch (error) {
    if (error instanceof ScimFault) refuse('last_superadmin')
    throw error
  }
}

const describe = ({ profileId, role }: Grants['brands'][number]): string => `${toWire('prof', profileId)} ${role}`
