import { type Db, inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { requireBelow } from '#kernel/caps.ts'
import { refuse } from '#kernel/errors.ts'
import { type MentionEntryId, newId, type ProfileId, toWire } from '#kernel/ids.ts'
import { changesBetween } from '#kernel/json.ts'
import { decodeCursor, pageOf } from '#kernel/page.ts'
import type { Right } from '#kernel/rights.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { type AccessibleProfile, profileFor } from '#modules/profiles/index.ts'
import type { MentionDeps } from './deps.ts'
import type { EntriesQuery, EntryBody, EntryChanges } from './schema.ts'
import {
  countEntries,
  deleteEntryRow,
  type EntryRow,
  findEntry,
  findName,
  insertEntry,
  listEntries,
  updateEntry,
} from './store.ts'

/** Lists a page of a profile's book, by name. */
export async function readBook({ db }: MentionDeps, caller: Caller, query: EntriesQuery) {
  const { profileId, q = null, cursor, limit } = query
  await profileFor(db, caller, profileId, 'read')
  const after = cursor === undefined ? null : decodeCursor(cursor, /^./s)
  const rows = await listEntries(db, { profileId, q, after, limit: limit + 1 })
  const { items, ...rest } = pageOf(rows, limit, ({ key }) => key)
  return { entries: [...items], ...rest }
}

/** Reads one entry. */
export const readEntry = async (db: Db, caller: Caller, id: MentionEntryId): Promise<EntryRow> =>
  (await entryFor(db, caller, id, 'read')).entry

/** Creates an entry. The profile is locked, so that two calls cannot take the last place or the same name. */
export async function createEntry(deps: MentionDeps, tx: Tx, caller: Caller, body: EntryBody): Promise<EntryRow> {
  const profile = await profileFor(tx, caller, body.profileId, 'write')
  requireBelow(
    'mentionsOfProfile',
    await countEntries(tx, body.profileId),
    'mentions_full',
    (most) => `A profile has at most ${most} mentions. Delete one first.`,
  )
  await requireFreeName(tx, body.profileId, body.name, null)
  const now = deps.clock.now()
  const entry = await insertEntry(tx, {
    ...body,
    id: newId<'ment'>(now),
    version: 1,
    createdBy: caller.uid,
    createdAt: now,
    updatedAt: now,
  })
  await note(deps, tx, caller, profile, 'mention.created', entry, { name: { from: null, to: entry.name } })
  return entry
}

/** Changes an entry. Posts that mention it keep the handles that they have. */
export function changeEntry(
  deps: MentionDeps,
  caller: Caller,
  id: MentionEntryId,
  changes: EntryChanges,
): Promise<EntryRow> {
  return inTx(deps.db, async (tx) => {
    const { entry, profile } = await entryFor(tx, caller, id, 'write')
    const { values, audit, isEmpty } = changesBetween({ name: entry.name, handles: entry.handles }, changes)
    if (isEmpty) return entry
    if (values.name !== undefined) await requireFreeName(tx, entry.profileId, values.name, id)
    const updatedAt = deps.clock.now()
    const changed = await updateEntry(tx, { ...entry, ...values, version: entry.version + 1, updatedAt })
    await note(deps, tx, caller, profile, 'mention.updated', changed, audit)
    return changed
  })
}

/** Deletes an entry. Posts that mention it keep the handles that they have. */
export function removeEntry(deps: MentionDeps, caller: Caller, id: MentionEntryId) {
  return inTx(deps.db, async (tx) => {
    const { entry, profile } = await entryFor(tx, caller, id, 'write', true)
    await deleteEntryRow(tx, id)
    await note(deps, tx, caller, profile, 'mention.deleted', entry, { name: { from: entry.name, to: null } })
    return { ok: true as const, success: true as const }
  })
}

/** Returns an entry and its profile. In a transaction, the profile is locked. */
async function entryFor(db: Db, caller: Caller, id: MentionEntryId, needs: Right, alsoReadOnly = needs === 'read') {
  const { profileId } = (await findEntry(db, id)) ?? refuse('mention_not_found')
  const profile = await profileFor(db, caller, profileId, needs, { alsoReadOnly })
  return { profile, entry: (await findEntry(db, id)) ?? refuse('mention_not_found') }
}

/** Refuses a name that another entry of the book has. */
async function requireFreeName(tx: Tx, profileId: ProfileId, name: string, own: MentionEntryId | null): Promise<void> {
  const taken = await findName(tx, profileId, name, own)
  if (taken !== null)
    refuse('mention_exists', {
      detail: `“${name}” is in the book as “${taken}”: case and repeated spaces make no difference. Change that entry.`,
    })
}

const note = (
  deps: MentionDeps,
  tx: Tx,
  caller: Caller,
  { ownerUid }: AccessibleProfile,
  action: `mention.${string}`,
  { id }: EntryRow,
  changes: NonNullable<Parameters<typeof writeAudit>[1]['changes']>,
) => writeAudit(tx, { at: deps.clock.now(), caller, ownerUid, action, subject: toWire('ment', id), changes })
