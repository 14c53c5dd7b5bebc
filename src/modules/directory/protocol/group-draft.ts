import { fromWire, type UserId } from '#kernel/ids.ts'
import type { Filter } from './filter.ts'
import type { Change } from './patch.ts'
import { invalidValue, ScimFault } from './scim-fault.ts'
import { type Attributes, isObject, readField, readList, readText } from './values.ts'

/** A group as a request describes it. */
export interface GroupDraft {
  displayName: string | null
  externalId: string | null
  members: Set<UserId>
}

export const groupMembersMax = 5_000

const displayName = (value: unknown) => readText('displayName', value, 256)
const externalId = (value: unknown) => readText('externalId', value, 255)

export const readGroupDraft = (body: Attributes): GroupDraft => ({
  displayName: displayName(readField(body, 'displayName')),
  externalId: externalId(readField(body, 'externalId')),
  members: new Set(readMembers(readField(body, 'members'))),
})

/** Applies the changes of a PATCH. */
export function changeGroupDraft(draft: GroupDraft, changes: readonly Change[]): GroupDraft {
  const changed = { ...draft, members: new Set(draft.members) }
  for (const change of changes) applyChange(changed, change)
  if (changed.members.size > groupMembersMax) refuseSize()
  return changed
}

function applyChange(draft: GroupDraft, { kind, target: { attribute, filter, sub }, value }: Change): void {
  const given = kind === 'remove' ? null : value
  if (attribute === 'displayname') draft.displayName = displayName(given)
  else if (attribute === 'externalid') draft.externalId = externalId(given)
  if (attribute !== 'members' || (sub !== null && sub !== 'value')) return
  if (kind === 'remove') {
    const named = filter === null ? (value === undefined || value === null ? null : readMembers(value)) : idsIn(filter)
    if (named === null) draft.members.clear()
    else for (const uid of named) draft.members.delete(uid)
    return
  }
  if (kind === 'set' && filter === null) draft.members.clear()
  for (const uid of readMembers(value)) draft.members.add(uid)
}

/** Returns the members that a filter such as `value eq "…"` names. IDs that don't exist name no one. */
function idsIn(filter: Filter): UserId[] {
  if (filter.kind === 'or') return filter.parts.flatMap(idsIn)
  if (filter.kind === 'compare' && filter.attribute === 'value' && filter.operator === 'eq') {
    const uid = typeof filter.value === 'string' ? fromWire('usr', filter.value) : null
    return uid === null ? [] : [uid]
  }
  throw new ScimFault(400, 'Select members with `members[value eq "…"]`.', 'invalidPath')
}

function readMembers(value: unknown): UserId[] {
  return readList('members', value, groupMembersMax).map((one) => {
    const id = isObject(one) ? readField(one, 'value') : one
    const uid = typeof id === 'string' ? fromWire('usr', id) : null
    if (uid === null)
      throw invalidValue('Each of the `members` needs the ID of a user in `value`. Groups can’t be nested.')
    return uid
  })
}

export function requireGroupName({ displayName: name }: GroupDraft): string {
  if (name === null) throw invalidValue('`displayName` is required.')
  return name
}

function refuseSize(): never {
  throw new ScimFault(400, `A group can have up to ${groupMembersMax} members.`, 'tooMany')
}
