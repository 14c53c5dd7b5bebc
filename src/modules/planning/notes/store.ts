import { sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { CalendarNoteId, LabelId, ProfileId, UserId } from '#kernel/ids.ts'

export interface NoteRow {
  readonly id: CalendarNoteId
  readonly profileId: ProfileId
  readonly text: string
  readonly fromDate: string
  readonly toDate: string
  readonly labelId: LabelId | null
  readonly version: number
  readonly createdBy: UserId | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** A label is no longer named while it is being deleted. */
const columns = sql`note.id, note.profile_id, note.text, note.from_date::text as from_date, note.to_date::text as to_date,
  (select label.id from label where label.id = note.label_id and label.removed_at is null) as label_id,
  note.version, note.created_by, note.created_at, note.updated_at`

export async function findNote(db: Db, id: CalendarNoteId): Promise<NoteRow | undefined> {
  const { rows } = await sql<NoteRow>`select ${columns} from calendar_note note where note.id = ${id}`.execute(db)
  return rows[0]
}

interface NoteFilter {
  readonly from: string | null
  readonly to: string | null
  /** The last note of the previous page. */
  readonly after: { readonly fromDate: string; readonly id: string } | null
  readonly limit: number
}

/** Lists the notes of a profile that have a day in a period, by first day. */
export async function listNoteRows(
  db: Db,
  profileId: ProfileId,
  { from, to, after, limit }: NoteFilter,
): Promise<NoteRow[]> {
  const { rows } = await sql<NoteRow>`
    select ${columns} from calendar_note note where note.profile_id = ${profileId}
      and (${from}::date is null or note.to_date >= ${from}) and (${to}::date is null or note.from_date <= ${to})
      and (${after?.id ?? null}::uuid is null or (note.from_date, note.id) > (${after?.fromDate ?? null}, ${after?.id ?? null}))
    order by note.from_date, note.id limit ${limit}`.execute(db)
  return rows
}

export async function countNotes(db: Db, profileId: ProfileId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from calendar_note where profile_id = ${profileId}`.execute(db)
  return rows[0]?.count ?? 0
}

export const insertNote = (tx: Tx, row: NoteRow) => tx.insertInto('calendarNote').values(row).execute()

export const updateNote = (
  tx: Tx,
  { id, text, fromDate, toDate, labelId, version, updatedAt }: Omit<NoteRow, 'profileId' | 'createdBy' | 'createdAt'>,
) =>
  tx
    .updateTable('calendarNote')
    .set({ text, fromDate, toDate, labelId, version, updatedAt })
    .where('calendarNote.id', '=', id)
    .execute()

export const deleteNoteRow = (tx: Tx, id: CalendarNoteId) =>
  tx.deleteFrom('calendarNote').where('calendarNote.id', '=', id).execute()

/** Gives notes the label that took over theirs. */
export async function moveToLabel(tx: Tx, from: LabelId, into: LabelId): Promise<void> {
  await sql`update calendar_note set label_id = ${into}, version = version + 1 where label_id = ${from}`.execute(tx)
}
