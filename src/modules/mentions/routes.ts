import type { z } from 'zod'
import { callerOf } from '#infra/http/access.ts'
import { guardVersion } from '#infra/http/answer/guard.ts'
import { createOnce, onceRefusals } from '#infra/http/idempotency/create-once.ts'
import { routesWith } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import { caps } from '#kernel/caps.ts'
import { changeEntry, createEntry, readBook, readEntry, removeEntry } from './actions.ts'
import type { MentionDeps } from './deps.ts'
import { emptyMemory, lookUpMentions } from './look-up.ts'
import * as schema from './schema.ts'

const route = routesWith({ tag: 'Mentions' })
const reach = ['mention_not_found', 'profile_forbidden'] as const
const writes = ['profile_forbidden', 'profile_role_required', 'plan_required'] as const
const postsKeep = 'Posts that mention it keep the handles that they have. Requires the right `write`.'

/** Adds the routes of the book of mentions. */
export function mentionRoutes(app: Edge, deps: MentionDeps): void {
  const ifMatch = guardVersion(schema.entry, (tx, caller, { id }: z.output<typeof schema.entryPath>) =>
    readEntry(tx, caller, id),
  )
  const memory = emptyMemory()
  route(app, {
    get: '/v1/mentions',
    id: 'findMentions',
    right: 'write',
    summary: 'Find whom to mention',
    description:
      'Searches the mention book, then the network of the account if it has a free search: Bluesky and Mastodon. Responses ' +
      'of networks are cached for an hour. Requires the right `write`.',
    access: 'posts:read',
    refuses: ['account_not_found', 'profile_forbidden', 'profile_role_required', 'plan_required'],
    query: schema.lookUpQuery,
    answers: schema.foundMentions,
    does: (request) => lookUpMentions(deps, memory, callerOf(request), request.query),
  })
  route(app, {
    get: '/v1/mention-book',
    id: 'listMentionBook',
    right: 'read',
    summary: 'List the mention book',
    description: `The people and companies that a profile mentions in posts, by name. At most ${caps.mentionsOfProfile}.`,
    access: 'posts:read',
    refuses: ['profile_forbidden', 'profile_not_found', 'cursor_invalid'],
    query: schema.entriesQuery,
    answers: schema.entryPage,
    does: (request) => readBook(deps, callerOf(request), request.query),
  })
  route(app, {
    post: '/v1/mention-book',
    id: 'createMentionEntry',
    right: 'write',
    summary: 'Add a mention to the book',
    description: 'Stores a name with its handle on each network. Requires the right `write`.',
    access: 'posts:write',
    refuses: [...writes, 'profile_not_found', 'mention_exists', 'mentions_full', ...onceRefusals],
    body: schema.entryBody,
    location: '/v1/mention-book/{id}',
    answers: { 201: schema.entry },
    does: async (request, reply) => {
      reply.code(201)
      return createOnce(deps, request, reply, (tx) => createEntry(deps, tx, callerOf(request), request.body))
    },
  })
  route(app, {
    get: '/v1/mention-book/:id',
    id: 'getMentionEntry',
    right: 'read',
    summary: 'Get a mention',
    description: 'Returns the name with its handles.',
    access: 'posts:read',
    refuses: reach,
    params: schema.entryPath,
    answers: schema.entry,
    does: (request) => readEntry(deps.db, callerOf(request), request.params.id),
  })
  route(app, {
    patch: '/v1/mention-book/:id',
    id: 'updateMentionEntry',
    right: 'write',
    summary: 'Change a mention',
    description: postsKeep,
    access: 'posts:write',
    refuses: [...writes, 'mention_not_found', 'mention_exists'],
    params: schema.entryPath,
    body: schema.entryChanges,
    ifMatch,
    answers: schema.entry,
    does: (request) => changeEntry(deps, callerOf(request), request.params.id, request.body),
  })
  route(app, {
    delete: '/v1/mention-book/:id',
    id: 'deleteMentionEntry',
    right: 'write',
    summary: 'Delete a mention',
    description: postsKeep,
    access: 'posts:write',
    refuses: [...reach, 'profile_role_required'],
    params: schema.entryPath,
    ifMatch,
    answers: schema.deletedEntry,
    does: (request) => removeEntry(deps, callerOf(request), request.params.id),
  })
}
