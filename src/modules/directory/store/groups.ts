import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { DirectoryGroupTable } from '#infra/db/tables.ts'
import type { DirectoryGroupId, ProfileId, UserId } from '#kernel/ids.ts'
import type { GrantedRole } from '#modules/profiles/index.ts'
import type { Filter } from '../protocol/filter.ts'
import { compareId, compareText, toCondition } from './filter-condition.ts'

export type DirectoryGroup = Selectable<DirectoryGroupTable>

const attributes = {
  displayname: compareText(sql`directory_group.display_name`),
  externalid: compareText(sql`directory_group.external_id`, { isExact: true }),
  id: compareId('grp', (id) => sql<boolean>`directory_group.id = ${id}`),
  members: compareId('usr', hasMember),
  'members.value': compareId('usr', hasMember),
}

function hasMember(uid: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from directory_group_member member where member.group_id = directory_group.id and member.uid = ${uid})`
}

/** Returns the condition of a filter. Null if it names an attribute that can't be filtered by. */
export const groupCondition = (filter: Filter): RawBuilder<boolean> | null => toCondition(filter, attributes)

interface Page {
  readonly offset: number
  readonly limit: number
}

/** Returns a page of groups, oldest first. */
export const listGroups = (db: Db, where: RawBuilder<boolean>, { offset, limit }: Page): Promise<DirectoryGroup[]> =>
  db
    .selectFrom('directoryGroup')
    .selectAll('directoryGroup')
    .where(where)
    .orderBy('directoryGroup.id')
    .offset(offset)
    .limit(limit)
    .execute()

export async function countGroups(db: Db, where: RawBuilder<boolean>): Promise<number> {
  const { total } = await db
    .selectFrom('directoryGroup')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where(where)
    .executeTakeFirstOrThrow()
  return total
}

export const findGroup = (db: Db, id: DirectoryGroupId): Promise<DirectoryGroup | undefined> =>
  db.selectFrom('directoryGroup').selectAll('directoryGroup').where('directoryGroup.id', '=', id).executeTakeFirst()

export const findGroupByName = (tx: Tx, name: string): Promise<DirectoryGroup | undefined> =>
  tx
    .selectFrom('directoryGroup')
    .selectAll('directoryGroup')
    .where(({ eb, fn }) => eb(fn<string>('lower', ['directoryGroup.displayName']), '=', name.toLowerCase()))
    .executeTakeFirst()

export async function insertGroup(tx: Tx, group: DirectoryGroup): Promise<void> {
  await tx.insertInto('directoryGroup').values(group).execute()
}

export async function updateGroup(
  tx: Tx,
  id: DirectoryGroupId,
  changes: Updateable<DirectoryGroupTable>,
): Promise<void> {
  await tx.updateTable('directoryGroup').set(changes).where('directoryGroup.id', '=', id).execute()
}

export async function deleteGroup(tx: Tx, id: DirectoryGroupId): Promise<void> {
  await tx.deleteFrom('directoryGroup').where('directoryGroup.id', '=', id).execute()
}

export interface GroupMember {
  readonly groupId: DirectoryGroupId
  readonly uid: UserId
  readonly name: string
}

/** Returns the members of groups, each group's in the order of their accounts. */
export const listGroupMembers = (db: Db, ids: readonly DirectoryGroupId[]): Promise<GroupMember[]> =>
  db
    .selectFrom('directoryGroupMember as member')
    .innerJoin('appUser as account', 'account.id', 'member.uid')
    .select(['member.groupId', 'member.uid', 'account.name'])
    .where(sql<boolean>`member.group_id = any(${[...ids]}::uuid[])`)
    .orderBy('member.uid')
    .execute()

export async function listMemberIds(tx: Tx, id: DirectoryGroupId): Promise<Set<UserId>> {
  const rows = await tx
    .selectFrom('directoryGroupMember')
    .select('directoryGroupMember.uid')
    .where('directoryGroupMember.groupId', '=', id)
    .execute()
  return new Set(rows.map(({ uid }) => uid))
}

export async function insertGroupMembers(tx: Tx, groupId: DirectoryGroupId, uids: readonly UserId[]): Promise<void> {
  if (uids.length === 0) return
  await sql`
    insert into directory_group_member (group_id, uid) select ${groupId}, unnest(${[...uids]}::uuid[])
    on conflict do nothing`.execute(tx)
}

export async function deleteGroupMembers(tx: Tx, groupId: DirectoryGroupId, uids: readonly UserId[]): Promise<void> {
  await tx
    .deleteFrom('directoryGroupMember')
    .where('directoryGroupMember.groupId', '=', groupId)
    .where(sql<boolean>`directory_group_member.uid = any(${[...uids]}::uuid[])`)
    .execute()
}

export async function deleteMembershipsOfUser(tx: Tx, uid: UserId): Promise<void> {
  await tx.deleteFrom('directoryGroupMember').where('directoryGroupMember.uid', '=', uid).execute()
}

interface Grant {
  readonly groupId: DirectoryGroupId
  readonly profileId: ProfileId
  readonly profileName: string
  readonly role: GrantedRole
}

/** Returns what groups give, by brand. */
export const listGrants = (db: Db, ids: readonly DirectoryGroupId[]): Promise<Grant[]> =>
  db
    .selectFrom('directoryGrant as given')
    .innerJoin('profile', 'profile.id', 'given.profileId')
    .select(['given.groupId', 'given.profileId', 'profile.name as profileName', 'given.role'])
    .where(sql<boolean>`given.group_id = any(${[...ids]}::uuid[])`)
    .where('profile.deletedAt', 'is', null)
    .orderBy('profile.name')
    .orderBy('profile.id')
    .execute()

export async function replaceGrants(
  tx: Tx,
  groupId: DirectoryGroupId,
  grants: readonly Pick<Grant, 'profileId' | 'role'>[],
): Promise<void> {
  await tx.deleteFrom('directoryGrant').where('directoryGrant.groupId', '=', groupId).execute()
  if (grants.length === 0) return
  await tx
    .insertInto('directoryGrant')
    .values(grants.map(({ profileId, role }) => ({ groupId, profileId, role })))
    .execute()
}

/** Returns the number of members of each group that has any. */
export const countMembers = (
  db: Db,
  ids: readonly DirectoryGroupId[],
): Promise<{ groupId: DirectoryGroupId; total: number }[]> =>
  db
    .selectFrom('directoryGroupMember as member')
    .select(({ fn }) => ['member.groupId', fn.countAll<number>().as('total')])
    .where(sql<boolean>`member.group_id = any(${[...ids]}::uuid[])`)
    .groupBy('member.groupId')
    .execute()

/** Returns those of the brands that are outside the trash. */
export const findProfiles = (tx: Tx, ids: readonly ProfileId[]) =>
  tx
    .selectFrom('profile')
    .select(['profile.id', 'profile.approverRole', 'profile.approvalSteps'])
    .where(sql<boolean>`profile.id = any(${[...ids]}::uuid[])`)
    .where('profile.deletedAt', 'is', null)
    .execute()
