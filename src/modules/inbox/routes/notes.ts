import { callerOf } from '#infra/http/access.ts'
import { createOnce, onceRefusals } from '#infra/http/idempotency/create-once.ts'
import { routesWith } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import { addNote, readNotes, removeNote } from '../actions/notes.ts'
import type { InboxDeps } from '../deps.ts'
import { conversationPath } from '../schema/conversations.ts'
import * as schema from '../schema/notes.ts'

const route = routesWith({ tag: 'Inbox' })
const ofConversation = ['conversation_not_found', 'profile_forbidden'] as const
const writes = ['profile_role_required', 'plan_required'] as const

/** Adds the routes of notes on conversations. */
export function noteRoutes(app: Edge, deps: InboxDeps): void {
  route(app, {
    get: '/v1/inbox/conversations/:id/notes',
    id: 'listInboxNotes',
    right: 'read',
    summary: 'List the notes on a conversation',
    description: 'What colleagues wrote to each other, oldest first. Notes are never sent to a network.',
    access: 'inbox:read',
    refuses: ofConversation,
    params: conversationPath,
    answers: schema.noteList,
    does: (request) => readNotes(deps, callerOf(request), request.params.id),
  })
  route(app, {
    post: '/v1/inbox/conversations/:id/notes',
    id: 'createInboxNote',
    right: 'write',
    summary: 'Add a note to a conversation',
    description: 'For colleagues only. It can mention members of the profile. Requires the right `write`.',
    access: 'inbox:write',
    refuses: [...ofConversation, ...writes, 'conversation_notes_full', ...onceRefusals],
    params: conversationPath,
    body: schema.newNote,
    answers: { 201: schema.note },
    does: async (request, answer) => {
      answer.code(201)
      return createOnce(deps, request, answer, (tx) =>
        addNote(deps, tx, callerOf(request), request.params.id, request.body),
      )
    },
  })
  route(app, {
    delete: '/v1/inbox/notes/:id',
    id: 'deleteInboxNote',
    right: 'write',
    summary: 'Delete a note',
    description: 'Authors can delete their notes, and those with the right `manage` can delete all.',
    access: 'inbox:write',
    refuses: [
      'conversation_note_not_found',
      'conversation_note_forbidden',
      'profile_forbidden',
      'profile_role_required',
    ],
    params: schema.notePath,
    answers: schema.deletedNote,
    does: (request) => removeNote(deps, callerOf(request), request.params.id),
  })
}
