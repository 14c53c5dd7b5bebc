import type { z } from 'zod'
import { callerOf } from '#infra/http/access.ts'
import { guardVersion } from '#infra/http/answer/guard.ts'
import { createOnce, onceRefusals } from '#infra/http/idempotency/create-once.ts'
import { routesWith } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import { caps } from '#kernel/caps.ts'
import { changeText, createText, readText, readTexts, removeText, saveAsTemplate } from './actions.ts'
import { applySaved } from './apply/actions.ts'
import type { TextDeps } from './deps.ts'
import * as schema from './schema.ts'

const route = routesWith({ tag: 'Saved texts' })
const reach = ['saved_text_not_found', 'profile_forbidden'] as const
const writes = ['profile_forbidden', 'profile_role_required', 'plan_required'] as const

/** Adds the routes of the texts that a profile uses again. */
export function textRoutes(app: Edge, deps: TextDeps): void {
  const ifMatch = guardVersion(schema.savedText, (tx, caller, { id }: z.output<typeof schema.textPath>) =>
    readText(tx, caller, id),
  )
  route(app, {
    get: '/v1/texts',
    id: 'listSavedTexts',
    right: 'read',
    summary: 'List saved texts',
    description: `The snippets, hashtags, signatures, first comments and templates of a profile, newest first. At most ${caps.savedTextsOfProfile}.`,
    access: 'posts:read',
    refuses: ['profile_forbidden', 'profile_not_found'],
    query: schema.textsQuery,
    answers: schema.textPage,
    does: (request) => readTexts(deps, callerOf(request), request.query),
  })
  route(app, {
    post: '/v1/texts',
    id: 'createSavedText',
    right: 'write',
    summary: 'Save a text',
    description:
      'The variables `{date}`, `{weekday}`, `{account}` and `{link}` get their values when the text is used. Requires ' +
      'the right `write`.',
    access: 'posts:write',
    refuses: [...writes, 'profile_not_found', 'saved_texts_full', 'automatic_text_exists', ...onceRefusals],
    body: schema.textBody,
    location: '/v1/texts/{id}',
    answers: { 201: schema.savedText },
    does: async (request, reply) => {
      reply.code(201)
      return createOnce(deps, request, reply, (tx) => createText(deps, tx, callerOf(request), request.body))
    },
  })
  route(app, {
    get: '/v1/texts/:id',
    id: 'getSavedText',
    right: 'read',
    summary: 'Get a saved text',
    description: 'Returns the text with its networks and how often it was used.',
    access: 'posts:read',
    refuses: reach,
    params: schema.textPath,
    answers: schema.savedText,
    does: (request) => readText(deps.db, callerOf(request), request.params.id),
  })
  route(app, {
    patch: '/v1/texts/:id',
    id: 'updateSavedText',
    right: 'write',
    summary: 'Change a saved text',
    description: 'Posts that used the text stay as they are. Requires the right `write`.',
    access: 'posts:write',
    refuses: [...writes, 'saved_text_not_found', 'automatic_text_exists'],
    params: schema.textPath,
    body: schema.textChanges,
    ifMatch,
    answers: schema.savedText,
    does: (request) => changeText(deps, callerOf(request), request.params.id, request.body),
  })
  route(app, {
    delete: '/v1/texts/:id',
    id: 'deleteSavedText',
    right: 'write',
    summary: 'Delete a saved text',
    description: 'Posts that used the text stay as they are. Requires the right `write`.',
    access: 'posts:write',
    refuses: [...reach, 'profile_role_required'],
    params: schema.textPath,
    ifMatch,
    answers: schema.deletedText,
    does: (request) => removeText(deps, callerOf(request), request.params.id),
  })
  route(app, {
    post: '/v1/texts/:id/apply',
    repeats: 'safe',
    id: 'applySavedText',
    right: 'write',
    summary: 'Use a saved text in a post',
    description:
      'Returns the post with the text, and stores nothing but the count of uses. An account whose text differs, such ' +
      'as by `{account}` or by a text for its network, gets its own. A variable without a value is refused. A ' +
      'template fills in what the post does not have. Of a set with more hashtags than a network advises, each use ' +
      'takes the next ones.',
    access: 'posts:write',
    refuses: [...writes, 'saved_text_not_found'],
    params: schema.textPath,
    body: schema.applyBody,
    answers: schema.applied,
    does: (request) => applySaved(deps, callerOf(request), request.params.id, request.body),
  })
  route(app, {
    post: '/v1/posts/:id/template',
    id: 'createTemplateFromPost',
    right: 'write',
    summary: 'Save a post as a template',
    description:
      'Saves the text, files, kind, settings and tags of a post, without its accounts and times. Requires the role ' +
      'editor.',
    access: 'posts:write',
    refuses: [
      ...(['post_not_found', 'post_forbidden', 'profile_not_found', 'saved_texts_full'] as const),
      ...writes,
      ...onceRefusals,
    ],
    params: schema.templatePath,
    body: schema.templateBody,
    location: '/v1/texts/{id}',
    answers: { 201: schema.savedText },
    does: async (request, reply) => {
      reply.code(201)
      return createOnce(deps, request, reply, (tx) =>
        saveAsTemplate(deps, tx, callerOf(request), request.params.id, request.body.name),
      )
    },
  })
}
