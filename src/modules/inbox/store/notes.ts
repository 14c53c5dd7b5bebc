import { sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { ConversationId, ConversationNoteId, ProfileId, UserId } from '#kernel/ids.ts'

export interface NoteRow {
  readonly id: ConversationNoteId
  readonly conversationId: ConversationId
  readonly profileId: ProfileId
  readonly authorUid: UserId | null
  readonly authorName: string | null
  readonly text: string
  readonly mentions: readonly { readonly uid: UserId; readonly name: string }[]
  readonly createdAt: Date
}

const selectNotes = sql`
  select n.id, n.conversation_id, c.profile_id, n.author_uid, author.name as author_name, n.text, n.created_at,
    (select coalesce(jsonb_agg(jsonb_build_object('uid', person.id, 'name', person.name) order by person.name, person.id), '[]')
      from conversation_note_mention m join app_user person on person.id = m.uid where m.note_id = n.id) as mentions
  from conversation_note n join conversation c on c.id = n.conversation_id
  left join app_user author on author.id = n.author_uid`

/** Lists the notes on a conversation, oldest first. */
export async function listNotes(db: Db, id: ConversationId): Promise<NoteRow[]> {
  const { rows } =
    await sql<NoteRow>`${selectNotes} where n.conversation_id = ${id} order by n.created_at, n.id`.execute(db)
  return rows
}

export async function findNote(db: Db, id: ConversationNoteId): Promise<NoteRow | undefined> {
  const { rows } = await sql<NoteRow>`${selectNotes} where n.id = ${id}`.execute(db)
  return rows[0]
}

export async function countNotes(tx: Tx, id: ConversationId): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from conversation_note where conversation_id = ${id}`.execute(tx)
  return rows[0]?.n ?? 0
}

interface NewNote {
  readonly id: ConversationNoteId
  readonly conversationId: ConversationId
  readonly authorUid: UserId
  readonly text: string
  readonly mentions: readonly UserId[]
  readonly at: Date
}

export async function insertNote(
  tx: Tx,
  { id, conversationId, authorUid, text, mentions, at }: NewNote,
): Promise<void> {
  await sql`insert into conversation_note (id, conversation_id, author_uid, text, created_at)
    values (${id}, ${conversationId}, ${authorUid}, ${text}, ${at})`.execute(tx)
  await sql`insert into conversation_note_mention (note_id, uid)
    select ${id}, uid from unnest(${[...mentions]}::uuid[]) as person(uid) on conflict do nothing`.execute(tx)
}

export const deleteNote = (tx: Tx, id: ConversationNoteId) =>
  sql`delete from conversation_note where id = ${id}`.execute(tx)

/** Returns those of these people who can open a profile: its owner and its members, unless disabled. */
export async function listReaders(db: Db, profileId: ProfileId, uids: readonly UserId[]): Promise<ReadonlySet<UserId>> {
  if (uids.length === 0) return new Set()
  const { rows } = await sql<{ uid: UserId }>`
    select person.id as uid from app_user person join profile on profile.id = ${profileId}
    where person.id = any(${[...uids]}::uuid[]) and person.disabled_at is null
      and (profile.owner_uid = person.id or exists (
        select from profile_member member where member.profile_id = profile.id and member.uid = person.id))`.execute(db)
  return new Set(rows.map(({ uid }) => uid))
}
