import { minutes } from '#kernel/clock.ts'
import type { DirectoryGroupId } from '#kernel/ids.ts'
import type { DirectoryDeps } from '../deps.ts'
import { type Filter, refuseFilter } from '../protocol/filter.ts'
import type { ListQuery } from '../protocol/list-query.ts'
import { groupsWithMembersMax, presentGroup, presentList, presentUser, type Resource } from '../protocol/resources.ts'
import { unfiltered } from '../store/filter-condition.ts'
import { countGroups, groupCondition, listGroupMembers, listGroups } from '../store/groups.ts'
import { countUsers, listUsers, recordContact, userCondition } from '../store/users.ts'
import { readGroup } from './groups.ts'

type ReadDeps = Pick<DirectoryDeps, 'db'>

export async function searchUsers({ db }: ReadDeps, base: string, query: ListQuery): Promise<Resource> {
  const where = query.filter === null ? unfiltered : (userCondition(query.filter) ?? refuseAttribute(query.filter))
  const users = await listUsers(db, where, pageOf(query))
  const resources = users.map((one) => query.project(presentUser(base, one)))
  return presentList(resources, await countUsers(db, where), query.startIndex)
}

export async function searchGroups({ db }: ReadDeps, base: string, query: ListQuery): Promise<Resource> {
  const where = query.filter === null ? unfiltered : (groupCondition(query.filter) ?? refuseAttribute(query.filter))
  const hasMembers = query.shows('members')
  const { offset, limit } = pageOf(query)
  const groups = await listGroups(db, where, {
    offset,
    limit: hasMembers ? Math.min(limit, groupsWithMembersMax) : limit,
  })
  const members = hasMembers
    ? await listGroupMembers(
        db,
        groups.map(({ id }) => id),
      )
    : []
  const byGroup = Map.groupBy(members, ({ groupId }) => groupId)
  const resources = groups.map((one) =>
    query.project(presentGroup(base, one, hasMembers ? (byGroup.get(one.id) ?? []) : null)),
  )
  return presentList(resources, await countGroups(db, where), query.startIndex)
}

export async function showGroup(
  deps: ReadDeps,
  base: string,
  id: DirectoryGroupId,
  query: Pick<ListQuery, 'shows' | 'project'>,
): Promise<Resource> {
  const group = await readGroup(deps, id)
  const members = query.shows('members') ? await listGroupMembers(deps.db, [id]) : null
  return query.project(presentGroup(base, group, members))
}

const pageOf = ({ startIndex, count }: ListQuery) => ({ offset: startIndex - 1, limit: count })

const refuseAttribute = (filter: Filter): never =>
  refuseFilter(
    filter.kind === 'compare'
      ? `\`${filter.attribute.slice(0, 100)}\` can’t be compared in this way.`
      : 'One of its attributes can’t be compared in this way.',
  )

const noteEveryMs = minutes(1)

/** Returns a function that stores the time of the last request, once a minute at most. */
export function createContactNote(deps: Pick<DirectoryDeps, 'db' | 'clock' | 'log'>): () => void {
  let notedAtMs = Number.NEGATIVE_INFINITY
  return () => {
    const now = deps.clock.now()
    if (Math.abs(now.getTime() - notedAtMs) < noteEveryMs) return
    notedAtMs = now.getTime()
    // Not awaited: the note matters less than a fast response.
    recordContact(deps.db, now).catch((error: unknown) =>
      deps.log.warn(
        { event: 'directory.contact_not_recorded', err: error },
        'Request of the directory was not recorded',
      ),
    )
  }
}
