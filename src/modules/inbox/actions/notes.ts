import { inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { requireBelow } from '#kernel/caps.ts'
import { refuse, refuseInput } from '#kernel/errors.ts'
import {
  type ConversationId,
  type ConversationNoteId,
  newId,
  type ProfileId,
  toWire,
  type UserId,
} from '#kernel/ids.ts'
import { hasRight } from '#kernel/rights.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { profileFor } from '#modules/profiles/index.ts'
import type { InboxDeps } from '../deps.ts'
import type { NewNote } from '../schema/notes.ts'
import { findConversation, lockConversation } from '../store/conversations.ts'
import { countNotes, deleteNote, findNote, insertNote, listNotes, listReaders, type NoteRow } from '../store/notes.ts'

/** Lists the notes on a conversation, oldest first. */
export async function readNotes({ db }: InboxDeps, caller: Caller, id: ConversationId) {
  const { profileId } = (await findConversation(db, id)) ?? refuse('conversation_not_found')
  await profileFor(db, caller, profileId, 'read')
  return { notes: (await listNotes(db, id)).map(present) }
}

/** Adds a note for colleagues to a conversation. */
export async function addNote(deps: InboxDeps, tx: Tx, caller: Caller, id: ConversationId, written: NewNote) {
  const { profileId, accountId, network } = (await findConversation(tx, id)) ?? refuse('conversation_not_found')
  const { ownerUid } = await profileFor(tx, caller, profileId, 'write')
  await lockConversation(tx, id)
  requireBelow(
    'notesOfConversation',
    await countNotes(tx, id),
    'conversation_notes_full',
    (most) => `A conversation has at most ${most} notes. Delete some first.`,
  )
  await requireReaders(tx, profileId, written.mentions)
  const at = deps.clock.now()
  const noteId = newId<'inn'>(at)
  await insertNote(tx, { id: noteId, conversationId: id, authorUid: caller.uid, at, ...written })
  await deps.emit(tx, {
    type: 'inbox.changed',
    byUid: caller.uid,
    ownerUid,
    profileId,
    accountId,
    network,
    conversationId: id,
  })
  await writeAudit(tx, { at, caller, ownerUid, action: 'inbox.note_added', subject: toWire('conv', id), changes: {} })
  return present((await findNote(tx, noteId)) ?? refuse('conversation_note_not_found'))
}

/** Deletes a note: the author their own, and those who manage the profile any. */
export function removeNote(deps: InboxDeps, caller: Caller, id: ConversationNoteId) {
  return inTx(deps.db, async (tx) => {
    const note = (await findNote(tx, id)) ?? refuse('conversation_note_not_found')
    const { ownerUid, role } = await profileFor(tx, caller, note.profileId, 'write', { alsoReadOnly: true })
    if (note.authorUid !== caller.uid && !hasRight(role, 'manage'))
      refuse('conversation_note_forbidden', { detail: 'Only its author and the profile’s admins can delete a note.' })
    await deleteNote(tx, id)
    const subject = toWire('conv', note.conversationId)
    await writeAudit(tx, { at: deps.clock.now(), caller, ownerUid, action: 'inbox.note_deleted', subject, changes: {} })
    return { ok: true as const }
  })
}

/** Refuses mentions of people who cannot read the conversation. The refusal does not reveal whether they have an account. */
async function requireReaders(tx: Tx, profileId: ProfileId, mentions: readonly UserId[]): Promise<void> {
  const readers = await listReaders(tx, profileId, mentions)
  const faults = mentions.flatMap((uid, index) =>
    readers.has(uid)
      ? []
      : [
          {
            path: `/mentions/${index}`,
            code: 'profile_member_not_found',
            message: 'must be a member of the profile, or they could not read the note',
          },
        ],
  )
  if (faults.length > 0) refuseInput(...faults)
}

const present = ({ authorUid, authorName, mentions, ...note }: NoteRow) => ({
  ...note,
  author: authorUid === null ? null : { uid: authorUid, name: authorName ?? '' },
  mentions: [...mentions],
})
