import type { z } from 'zod'
import { callerOf } from '#infra/http/access.ts'
import { guardVersion } from '#infra/http/answer/guard.ts'
import { createOnce, onceRefusals } from '#infra/http/idempotency/create-once.ts'
import { routesWith } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import { caps } from '#kernel/caps.ts'
import type { PlanningDeps } from '../deps.ts'
import { changeNote, createNote, deleteNote, listNotes, readNote } from './actions.ts'
import * as schema from './schema.ts'

const route = routesWith({ tag: 'Calendar notes' })
const reach = ['profile_forbidden', 'profile_not_found'] as const
const known = ['calendar_note_not_found', ...reach] as const
const writes = ['profile_role_required', 'plan_required'] as const

/** Adds the routes of notes on days of the calendar. */
export function addNoteRoutes(app: Edge, deps: PlanningDeps): void {
  const ifMatch = guardVersion(schema.note, (tx, caller, { id }: z.output<typeof schema.notePath>) =>
    readNote(tx, caller, id),
  )
  route(app, {
    get: '/v1/calendar-notes',
    id: 'listCalendarNotes',
    right: 'read',
    summary: 'List calendar notes',
    description: `The notes of a profile that have a day from \`from\` to \`to\`, by first day. At most ${caps.calendarNotesOfProfile} in all.`,
    access: 'posts:read',
    refuses: [...reach, 'cursor_invalid'],
    query: schema.notesQuery,
    answers: schema.notePage,
    does: (request) => listNotes(deps, callerOf(request), request.query),
  })
  route(app, {
    post: '/v1/calendar-notes',
    id: 'createCalendarNote',
    right: 'write',
    summary: 'Create a calendar note',
    description: 'Notes also appear in calendar feeds, as all-day events. Requires the right `write`.',
    access: 'posts:write',
    refuses: [...reach, ...writes, 'calendar_notes_full', ...onceRefusals],
    body: schema.noteBody,
    location: '/v1/calendar-notes/{id}',
    answers: { 201: schema.note },
    does: async (request, reply) => {
      reply.code(201)
      return createOnce(deps, request, reply, (tx) => createNote(deps, tx, callerOf(request), request.body))
    },
  })
  route(app, {
    get: '/v1/calendar-notes/:id',
    id: 'getCalendarNote',
    right: 'read',
    summary: 'Get a calendar note',
    description: 'A label that is deleted is no longer named; the note stays.',
    access: 'posts:read',
    refuses: known,
    params: schema.notePath,
    answers: schema.note,
    does: (request) => readNote(deps.db, callerOf(request), request.params.id),
  })
  route(app, {
    patch: '/v1/calendar-notes/:id',
    id: 'updateCalendarNote',
    right: 'write',
    summary: 'Change a calendar note',
    description: 'To move a note by days, send both days. Requires the right `write`.',
    access: 'posts:write',
    refuses: [...known, ...writes],
    params: schema.notePath,
    body: schema.noteChanges,
    ifMatch,
    answers: schema.note,
    does: (request) => changeNote(deps, callerOf(request), request.params.id, request.body),
  })
  route(app, {
    delete: '/v1/calendar-notes/:id',
    id: 'deleteCalendarNote',
    right: 'write',
    summary: 'Delete a calendar note',
    description: 'Requires the right `write`.',
    access: 'posts:write',
    refuses: [...known, 'profile_role_required'],
    params: schema.notePath,
    ifMatch,
    answers: schema.deletedNote,
    does: (request) => deleteNote(deps, callerOf(request), request.params.id),
  })
}
