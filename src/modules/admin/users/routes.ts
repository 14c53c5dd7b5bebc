import type { z } from 'zod'
import { callerOf } from '#infra/http/access.ts'
import { guardContent } from '#infra/http/answer/guard.ts'
import { mfaCodeHeaders } from '#infra/http/schemas.ts'
import type { Edge } from '#infra/http/server.ts'
import {
  changeUser,
  disableUser,
  enableUser,
  requireCodeIfEnrolled,
  searchUsers,
  signOutEverywhere,
} from '#modules/identity/index.ts'
import { access, route } from '../access.ts'
import type { UserDeps } from '../deps.ts'
import { presentUserForAdmins, readUser, requireKnownPlan } from './actions.ts'
import {
  adminUser,
  changeUserBody,
  disableUserBody,
  done,
  userDetail,
  userList,
  userPath,
  usersQuery,
} from './schema.ts'

export function userRoutes(app: Edge, deps: UserDeps): void {
  const ifMatch = guardContent(userDetail, (tx, _caller, { uid }: z.output<typeof userPath>) =>
    readUser({ ...deps, db: tx }, uid),
  )
  route(app, {
    get: '/v1/admin/users',
    id: 'searchUsers',
    summary: 'List users',
    description: 'All filters are optional. Without filters, all users are listed, newest first.',
    access: access.supportReads,
    query: usersQuery,
    answers: userList,
    does: async ({ query }) => {
      requireKnownPlan(deps, query.tier)
      const { users, total } = await searchUsers(deps.db, query)
      return {
        users: users.map((one) => presentUserForAdmins(deps, one)),
        page: query.page,
        pageSize: query.pageSize,
        total,
      }
    },
  })
  route(app, {
    get: '/v1/admin/users/:uid',
    id: 'getUser',
    summary: 'Get a user with usage, accounts, errors and audit entries',
    description:
      'Returns what support needs: usage, profiles, accounts, the latest errors, and the latest ' +
      'entries of the audit log.',
    access: access.supportReads,
    refuses: ['user_not_found'],
    params: userPath,
    answers: userDetail,
    does: (request) => readUser(deps, request.params.uid),
  })
  route(app, {
    post: '/v1/admin/users/:uid/role',
    id: 'changeUserRole',
    summary: 'Update a user’s role or plan',
    description:
      'Only superadmins can change roles, but not their own, and the last superadmin cannot be removed. To change a ' +
      'role, a caller with a second factor must send a code.',
    access: access.adminActs,
    refuses: ['user_not_found', 'own_user', 'last_superadmin', 'mfa_required', 'mfa_code_invalid', 'mfa_paused'],
    params: userPath,
    headers: mfaCodeHeaders,
    body: changeUserBody,
    ifMatch,
    answers: adminUser,
    does: async (request) => {
      const caller = callerOf(request)
      if (request.body.role !== undefined) await requireCodeIfEnrolled(deps, caller, request.headers['x-mfa-code'])
      return presentUserForAdmins(deps, await changeUser(deps, caller, request.params.uid, request.body))
    },
  })
  route(app, {
    post: '/v1/admin/users/:uid/sign-out',
    id: 'signOutUser',
    summary: 'Sign a user out everywhere',
    description: 'Revokes all sessions on every process within a second. API keys keep working.',
    access: access.adminActs,
    refuses: ['user_not_found'],
    params: userPath,
    ifMatch,
    answers: done,
    does: async (request) => {
      await signOutEverywhere(deps, callerOf(request), request.params.uid)
      return { ok: true as const }
    },
  })
  route(app, {
    post: '/v1/admin/users/:uid/disable',
    id: 'disableUser',
    summary: 'Disable a user',
    description:
      'Sessions and API keys stop working within a second. The user’s posts are held and show the reason. Nothing is ' +
      'deleted.',
    access: access.adminActs,
    refuses: ['user_not_found', 'own_user', 'last_superadmin'],
    params: userPath,
    body: disableUserBody,
    ifMatch,
    answers: adminUser,
    does: async (request) =>
      presentUserForAdmins(deps, await disableUser(deps, callerOf(request), request.params.uid, request.body.reason)),
  })
  route(app, {
    post: '/v1/admin/users/:uid/enable',
    id: 'enableUser',
    summary: 'Enable a disabled user',
    description: 'API keys work again and held posts are published. The user must sign in again.',
    access: access.adminActs,
    refuses: ['user_not_found'],
    params: userPath,
    ifMatch,
    answers: adminUser,
    does: async (request) => presentUserForAdmins(deps, await enableUser(deps, callerOf(request), request.params.uid)),
  })
}
