import { type Db, inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { requireBelow } from '#kernel/caps.ts'
import { refuse, refuseInput } from '#kernel/errors.ts'
import { type CalendarNoteId, type LabelId, newId, type ProfileId, toWire } from '#kernel/ids.ts'
import { changesBetween } from '#kernel/json.ts'
import { decodeCursor, pageOf } from '#kernel/page.ts'
import type { Right } from '#kernel/rights.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { resolveLabels } from '#modules/labels/index.ts'
import { profileFor } from '#modules/profiles/index.ts'
import type { PlanningDeps } from '../deps.ts'
import type { NoteBody, NoteChanges, NotesQuery } from './schema.ts'
import { findDayFaults } from './state.ts'
import {
  countNotes,
  deleteNoteRow,
  findNote,
  insertNote,
  listNoteRows,
  moveToLabel,
  type NoteRow,
  updateNote,
} from './store.ts'

const present = ({ createdBy, ...note }: NoteRow) => ({ ...note, createdByUid: createdBy })
type PresentedNote = ReturnType<typeof present>

const cursorKey = /^\d{4}-\d{2}-\d{2} [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Lists a page of the notes in a period, by first day. */
export async function listNotes({ db }: PlanningDeps, caller: Caller, query: NotesQuery) {
  const { profileId, from = null, to = null, limit, cursor } = query
  await profileFor(db, caller, profileId, 'read')
  const [fromDate = '', id = ''] = cursor === undefined ? [] : decodeCursor(cursor, cursorKey).split(' ')
  const after = cursor === undefined ? null : { fromDate, id }
  const rows = await listNoteRows(db, profileId, { from, to, after, limit: limit + 1 })
  const { items, ...rest } = pageOf(rows, limit, (last) => `${last.fromDate} ${last.id}`)
  return { notes: items.map(present), ...rest }
}

export async function readNote(db: Db, caller: Caller, id: CalendarNoteId): Promise<PresentedNote> {
  const { note } = await noteFor(db, caller, id, 'read')
  return present(note)
}

/** Creates a note. The profile is locked, so that two calls cannot take the last place. */
export async function createNote(deps: PlanningDeps, tx: Tx, caller: Caller, body: NoteBody): Promise<PresentedNote> {
  const { profileId, text, fromDate, toDate = fromDate, labelId } = body
  const { ownerUid } = await profileFor(tx, caller, profileId, 'write')
  requireDays({ fromDate, toDate })
  await requireLabel(tx, profileId, labelId)
  requireBelow(
    'calendarNotesOfProfile',
    await countNotes(tx, profileId),
    'calendar_notes_full',
    (most) => `A profile has at most ${most} calendar notes. Delete some first.`,
  )
  const now = deps.clock.now()
  const id = newId<'note'>(now)
  const row = { id, profileId, text, fromDate, toDate, labelId, version: 1, createdBy: caller.uid }
  await insertNote(tx, { ...row, createdAt: now, updatedAt: now })
  await writeAudit(tx, {
    at: now,
    caller,
    ownerUid,
    action: 'calendar_note.created',
    subject: toWire('note', id),
    changes: { text: { from: null, to: text } },
  })
  return present({ ...row, createdAt: now, updatedAt: now })
}

/** Changes a note. */
export function changeNote(
  deps: PlanningDeps,
  caller: Caller,
  id: CalendarNoteId,
  changes: NoteChanges,
): Promise<PresentedNote> {
  return inTx(deps.db, async (tx) => {
    const { note, ownerUid } = await noteFor(tx, caller, id, 'write')
    const { text, fromDate, toDate } = note
    const before = { text, fromDate, toDate, labelId: wireLabel(note.labelId) }
    const requested = {
      ...changes,
      ...(changes.labelId === undefined ? {} : { labelId: wireLabel(changes.labelId) }),
    }
    const { audit, isEmpty } = changesBetween(before, requested as { [Field in keyof typeof before]?: string })
    if (isEmpty) return present(note)
    const row = { ...note, ...changes, version: note.version + 1, updatedAt: deps.clock.now() } as NoteRow
    requireDays(row)
    if (row.labelId !== note.labelId) await requireLabel(tx, note.profileId, row.labelId)
    await updateNote(tx, row)
    await writeAudit(tx, {
      at: row.updatedAt,
      caller,
      ownerUid,
      action: 'calendar_note.updated',
      subject: toWire('note', id),
      changes: audit,
    })
    return present(row)
  })
}

/** Deletes a note. */
export function deleteNote(deps: PlanningDeps, caller: Caller, id: CalendarNoteId) {
  return inTx(deps.db, async (tx) => {
    const { note, ownerUid } = await noteFor(tx, caller, id, 'write', { alsoReadOnly: true })
    await deleteNoteRow(tx, id)
    await writeAudit(tx, {
      at: deps.clock.now(),
      caller,
      ownerUid,
      action: 'calendar_note.deleted',
      profileId: note.profileId,
      subject: toWire('note', id),
      changes: { text: { from: note.text, to: null } },
    })
    return { ok: true as const, success: true as const }
  })
}

/** Gives the notes of a merged label the color of the label that took over. */
export const recolorNotes = (tx: Tx, merged: { readonly labelId: LabelId; readonly intoId: LabelId }) =>
  moveToLabel(tx, merged.labelId, merged.intoId)

/** Returns a note after checking access to its profile, which is locked in a transaction. */
async function noteFor(
  db: Db,
  caller: Caller,
  id: CalendarNoteId,
  needs: Right,
  options: { readonly alsoReadOnly?: boolean } = {},
) {
  const seen = (await findNote(db, id)) ?? refuse('calendar_note_not_found')
  const { ownerUid } = await profileFor(db, caller, seen.profileId, needs, options)
  return { note: (await findNote(db, id)) ?? refuse('calendar_note_not_found'), ownerUid }
}

function requireDays(days: Pick<NoteRow, 'fromDate' | 'toDate'>): void {
  const faults = findDayFaults(days)
  if (faults.length > 0) refuseInput(...faults)
}

async function requireLabel(tx: Tx, profileId: ProfileId, labelId: LabelId | null): Promise<void> {
  if (labelId === null || (await resolveLabels(tx, profileId, [labelId], [])).length > 0) return
  refuseInput({ path: '/labelId', code: 'label_not_found', message: 'must be a label of the same profile' })
}

const wireLabel = (id: LabelId | null): string | null => id && toWire('lbl', id)
