import type { Tx } from '#infra/db/client.ts'
import { type DirectoryGroupId, newId, toWire, type UserId } from '#kernel/ids.ts'
import { type DirectoryActor, writeAudit } from '#modules/audit/index.ts'
import type { DirectoryDeps } from '../deps.ts'
import { changeGroupDraft, type GroupDraft, requireGroupName } from '../protocol/group-draft.ts'
import type { Change } from '../protocol/patch.ts'
import { invalidValue, missing, notUnique } from '../protocol/scim-fault.ts'
import {
  type DirectoryGroup,
  deleteGroupMembers,
  deleteGroup as deleteRow,
  findGroup,
  findGroupByName,
  insertGroup,
  insertGroupMembers,
  listMemberIds,
  updateGroup,
} from '../store/groups.ts'
import { listKnown } from '../store/users.ts'
import { changeDirectory } from './change-directory.ts'
import { followGroups } from './follow-groups.ts'

export async function readGroup(deps: Pick<DirectoryDeps, 'db'>, id: DirectoryGroupId): Promise<DirectoryGroup> {
  return (await findGroup(deps.db, id)) ?? notFound()
}

export function createGroup(deps: DirectoryDeps, draft: GroupDraft, actor: DirectoryActor): Promise<DirectoryGroup> {
  const displayName = requireGroupName(draft)
  return changeDirectory(deps, async (tx) => {
    await requireFreeName(tx, displayName, null)
    const now = deps.clock.now()
    const { externalId } = draft
    const group = { id: newId<'grp'>(now), displayName, externalId, role: null, createdAt: now, updatedAt: now }
    await insertGroup(tx, group)
    // A new group gives nothing yet.
    await insertGroupMembers(tx, group.id, await requireKnown(tx, [...draft.members]))
    await audit(tx, group, 'directory_group.added', actor, now)
    return group
  })
}

export const replaceGroup = (deps: DirectoryDeps, id: DirectoryGroupId, draft: GroupDraft, actor: DirectoryActor) =>
  changeGroup(deps, id, () => draft, actor)

/** Applies the changes of a PATCH, all or none. */
export const patchGroup = (
  deps: DirectoryDeps,
  id: DirectoryGroupId,
  changes: readonly Change[],
  actor: DirectoryActor,
) => changeGroup(deps, id, (draft) => changeGroupDraft(draft, changes), actor)

function changeGroup(
  deps: DirectoryDeps,
  id: DirectoryGroupId,
  draftFrom: (draft: GroupDraft) => GroupDraft,
  actor: DirectoryActor,
): Promise<DirectoryGroup> {
  return changeDirectory(deps, async (tx, superadmins) => {
    const group = (await findGroup(tx, id)) ?? notFound()
    const before = await listMemberIds(tx, id)
    const draft = draftFrom({ displayName: group.displayName, externalId: group.externalId, members: before })
    const displayName = requireGroupName(draft)
    await requireFreeName(tx, displayName, id)
    const added = await requireKnown(tx, [...draft.members.difference(before)])
    const removed = [...before.difference(draft.members)]
    const now = deps.clock.now()
    const changes = { displayName, externalId: draft.externalId }
    const isRenamed = displayName !== group.displayName || draft.externalId !== group.externalId
    if (isRenamed || added.length + removed.length > 0) await updateGroup(tx, id, { ...changes, updatedAt: now })
    await insertGroupMembers(tx, id, added)
    await deleteGroupMembers(tx, id, removed)
    await followGroups(deps, tx, { uids: [...added, ...removed], superadmins, actor })
    return { ...group, ...changes, updatedAt: now }
  })
}

/** Deletes a group, and takes back what only it gave. */
export function deleteGroup(deps: DirectoryDeps, id: DirectoryGroupId, actor: DirectoryActor): Promise<void> {
  return changeDirectory(deps, async (tx, superadmins) => {
    const group = (await findGroup(tx, id)) ?? notFound()
    const uids = [...(await listMemberIds(tx, id))]
    await deleteRow(tx, id)
    await followGroups(deps, tx, { uids, superadmins, actor })
    await audit(tx, group, 'directory_group.removed', actor, deps.clock.now())
  })
}

const notFound = (): never => {
  throw missing('group')
}

const audit = (
  tx: Tx,
  { id, displayName }: Pick<DirectoryGroup, 'id' | 'displayName'>,
  action: 'directory_group.added' | 'directory_group.removed',
  actor: DirectoryActor,
  at: Date,
): Promise<void> => {
  const [from, to] = action === 'directory_group.added' ? [null, displayName] : [displayName, null]
  return writeAudit(tx, {
    at,
    caller: actor,
    ownerUid: null,
    action,
    subject: toWire('grp', id),
    changes: { name: { from, to } },
  })
}

async function requireFreeName(tx: Tx, name: string, id: DirectoryGroupId | null): Promise<void> {
  const holder = await findGroupByName(tx, name)
  if (holder && holder.id !== id) throw notUnique(`There is already a group with the displayName ${name}.`)
}

/** Requires that all are people of the directory, and returns them. */
async function requireKnown(tx: Tx, uids: readonly UserId[]): Promise<readonly UserId[]> {
  const known = uids.length === 0 ? new Set<UserId>() : await listKnown(tx, uids)
  const strangers = uids.filter((uid) => !known.has(uid)).slice(0, 5)
  if (strangers.length === 0) return uids
  throw invalidValue(
    `The directory has no user ${strangers.map((uid) => toWire('usr', uid)).join(', ')}. Create users before their groups.`,
  )
}
