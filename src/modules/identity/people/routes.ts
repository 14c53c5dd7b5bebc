import { callerOf } from '#infra/http/access.ts'
import { guardContent } from '#infra/http/answer/guard.ts'
import { routesWith } from '#infra/http/route.ts'
import { bytes, formBody } from '#infra/http/schemas.ts'
import type { Edge } from '#infra/http/server.ts'
import { auditPage, listAuditEntries } from '#modules/audit/index.ts'
import { faceForm, faceRefusals, receiveFace } from '#modules/faces/index.ts'
import type { IdentityDeps } from '../deps.ts'
import { done } from '../schema.ts'
import { deleteMe, readMe, readUsage, updateMe } from './actions.ts'
import { exportMe } from './export/export-me.ts'
import { setMyPhoto } from './photo.ts'
import { auditQuery, updateMeBody, usage, user } from './schema.ts'

const route = routesWith({ tag: 'Account', access: 'identity' })

/** Registers the routes for the caller's own account. */
export function addAccountRoutes(app: Edge, deps: IdentityDeps): void {
  const ifMatch = guardContent(user, (tx, caller) => readMe(deps, tx, caller))
  route(app, {
    get: '/v1/auth/me',
    id: 'getMe',
    summary: 'Get your account',
    description: 'Returns the user that the credential belongs to, with role, plan and settings.',
    answers: user,
    does: (request) => readMe(deps, deps.db, callerOf(request)),
  })
  route(app, {
    patch: '/v1/auth/me',
    id: 'updateMe',
    summary: 'Change your account',
    description: 'Omitted fields are left unchanged. `avatar: null` removes the image.',
    body: updateMeBody,
    ifMatch,
    answers: user,
    does: (request) => updateMe(deps, callerOf(request), request.body),
  })
  route(app, {
    put: '/v1/auth/me/avatar',
    id: 'setMyAvatar',
    summary: 'Upload your photo',
    description:
      'Accepts a JPEG, PNG, WebP or GIF of up to 10 MB in the part `file`. Its center is cut out as a square of at most ' +
      '192 pixels. To remove the photo, change your account with `avatar: null`.',
    refuses: faceRefusals,
    bodyAs: 'multipart',
    body: formBody(faceForm),
    ifMatch,
    answers: user,
    does: async (request) => {
      const caller = callerOf(request)
      return await setMyPhoto(deps, caller, await receiveFace(deps, request, caller.uid))
    },
  })
  route(app, {
    delete: '/v1/auth/me',
    id: 'deleteMe',
    summary: 'Delete your account and everything in it',
    description: 'Requires a sign-in within the last 15 minutes. A deletion cannot be undone.',
    refuses: ['reauthentication_required', 'last_superadmin'],
    ifMatch,
    answers: done,
    does: async (request) => {
      await deleteMe(deps, callerOf(request))
      return { ok: true as const }
    },
  })
  route(app, {
    get: '/v1/auth/me/export',
    changesState: true,
    id: 'exportMe',
    summary: 'Download everything about you',
    description:
      'A zip archive with one JSON file per type of data, your media, and a README.txt that describes each file. It ' +
      'contains no secrets or passwords. Available once an hour.',
    refuses: ['rate_limited'],
    anyAccept: true,
    largeAnswer: true,
    answers: bytes('A zip file.', 'application/zip'),
    does: async (request, reply) => {
      const zip = await exportMe(deps, callerOf(request))
      return reply
        .header('content-disposition', 'attachment; filename="posthorn-export.zip"')
        .type('application/zip')
        .send(zip)
    },
  })
  route(app, {
    get: '/v1/auth/me/audit-log',
    id: 'listMyAuditLog',
    summary: 'List your audit log, newest first',
    description: 'Contains your own actions, and other users’ actions on your account and on everything you own.',
    refuses: ['cursor_invalid'],
    largeAnswer: true,
    query: auditQuery,
    answers: auditPage,
    does: async (request) => {
      const { items, ...rest } = await listAuditEntries(deps.db, callerOf(request).uid, request.query)
      return { entries: [...items], ...rest }
    },
  })
  route(app, {
    get: '/v1/auth/usage',
    id: 'getUsage',
    summary: 'Get your plan usage',
    description: 'Returns each limit of your plan, how much of it is used, and when the count starts again.',
    answers: usage,
    does: (request) => readUsage(deps, callerOf(request)),
  })
}
