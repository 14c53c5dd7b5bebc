import { callerOf } from '#infra/http/access.ts'
import { bytes } from '#infra/http/schemas.ts'
import type { Edge } from '#infra/http/server.ts'
import { auditPage, listAuditEntries } from '#modules/audit/index.ts'
import type { IdentityDeps } from '../deps.ts'
import { done } from '../schema.ts'
import { deleteMe, readMe, readUsage, updateMe } from './actions.ts'
import { exportMe } from './export/export-me.ts'
import { auditQuery, updateMeBody, usage, user } from './schema.ts'

const identity = { credential: 'identity' } as const

/** Registers the routes for the caller's own account. */
export function addAccountRoutes(app: Edge, deps: IdentityDeps): void {
  app.get(
    '/v1/auth/me',
    {
      config: { access: identity },
      schema: { operationId: 'getMe', tags: ['Account'], summary: 'Get your account', response: { 200: user } },
    },
    (request) => readMe(deps.db, callerOf(request)),
  )

  app.patch(
    '/v1/auth/me',
    {
      config: { access: identity },
      schema: {
        operationId: 'updateMe',
        tags: ['Account'],
        summary: 'Change your account',
        description: 'Omitted fields are left unchanged. `avatar: null` removes the image.',
        body: updateMeBody,
        response: { 200: user },
      },
    },
    (request) => updateMe(deps, callerOf(request), request.body),
  )

  app.delete(
    '/v1/auth/me',
    {
      config: { access: identity, refusals: ['reauthentication_required', 'last_superadmin'] },
      schema: {
        operationId: 'deleteMe',
        tags: ['Account'],
        summary: 'Delete your account and everything in it',
        description: 'Requires a sign-in within the last 15 minutes. A deletion cannot be undone.',
        response: { 200: done },
      },
    },
    async (request) => {
      await deleteMe(deps, callerOf(request))
      return { ok: true as const }
    },
  )

  app.get(
    '/v1/auth/me/export',
    {
      config: { access: identity, anyAccept: true, largeAnswer: true, refusals: ['rate_limited'] },
      schema: {
        operationId: 'exportMe',
        tags: ['Account'],
        summary: 'Download everything about you',
        description:
          'A zip archive with one JSON file per type of data, your media, and a README.txt that describes each file. It contains no secrets or passwords. Available once an hour.',
        response: { 200: bytes('A zip file.') },
      },
    },
    async (request, reply) => {
      const zip = await exportMe(deps, callerOf(request))
      return reply
        .header('content-disposition', 'attachment; filename="posthorn-export.zip"')
        .type('application/zip')
        .send(zip)
    },
  )

  app.get(
    '/v1/auth/me/audit-log',
    {
      config: { access: identity, largeAnswer: true, refusals: ['cursor_invalid'] },
      schema: {
        operationId: 'listMyAuditLog',
        tags: ['Account'],
        summary: 'List your audit log, newest first',
        description: 'Contains your own actions, and other users’ actions on your account and on everything you own.',
        querystring: auditQuery,
        response: { 200: auditPage },
      },
    },
    async (request) => {
      const { items, nextCursor } = await listAuditEntries(deps.db, callerOf(request).uid, request.query)
      return { entries: [...items], nextCursor }
    },
  )

  app.get(
    '/v1/auth/usage',
    {
      config: { access: identity },
      schema: {
        operationId: 'getUsage',
        tags: ['Account'],
        summary: 'Get your plan usage',
        response: { 200: usage },
      },
    },
    (request) => readUsage(deps, callerOf(request)),
  )
}
