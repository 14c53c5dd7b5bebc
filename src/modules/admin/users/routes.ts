import { callerOf } from '#infra/http/access.ts'
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
import { access } from '../access.ts'
import type { UserDeps } from '../deps.ts'
import { presentUserForAdmins, readUser } from './actions.ts'
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

const tags = ['Administration']

export function userRoutes(app: Edge, deps: UserDeps): void {
  app.get(
    '/v1/admin/users',
    {
      config: { access: access.supportReads },
      schema: {
        operationId: 'searchUsers',
        tags,
        summary: 'List users',
        description: 'All filters are optional. Without filters, all users are listed, newest first.',
        querystring: usersQuery,
        response: { 200: userList },
      },
    },
    async ({ query }) => {
      const { users, total } = await searchUsers(deps.db, query)
      return { users: users.map(presentUserForAdmins), page: query.page, pageSize: query.pageSize, total }
    },
  )
  app.get(
    '/v1/admin/users/:uid',
    {
      config: { access: access.supportReads, refusals: ['user_not_found'] },
      schema: {
        operationId: 'getUser',
        tags,
        summary: 'Get a user with usage, accounts, errors and audit entries',
        params: userPath,
        response: { 200: userDetail },
      },
    },
    (request) => readUser(deps, request.params.uid),
  )
  app.post(
    '/v1/admin/users/:uid/role',
    {
      config: {
        access: access.adminActs,
        refusals: ['user_not_found', 'own_user', 'last_superadmin', 'mfa_required', 'mfa_code_invalid', 'mfa_paused'],
      },
      schema: {
        operationId: 'changeUserRole',
        tags,
        summary: 'Update a user’s role or plan',
        description:
          'Only superadmins can change roles, but not their own, and the last superadmin cannot be removed. To change a role, a caller with a second factor must send a code.',
        headers: mfaCodeHeaders,
        params: userPath,
        body: changeUserBody,
        response: { 200: adminUser },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      if (request.body.role !== undefined) await requireCodeIfEnrolled(deps, caller, request.headers['x-mfa-code'])
      return presentUserForAdmins(await changeUser(deps, caller, request.params.uid, request.body))
    },
  )
  addStopRoutes(app, deps)
}

function addStopRoutes(app: Edge, deps: UserDeps): void {
  app.post(
    '/v1/admin/users/:uid/sign-out',
    {
      config: { access: access.adminActs, refusals: ['user_not_found'] },
      schema: {
        operationId: 'signOutUser',
        tags,
        summary: 'Sign a user out everywhere',
        description: 'Revokes all sessions on every process within a second. API keys keep working.',
        params: userPath,
        response: { 200: done },
      },
    },
    async (request) => {
      await signOutEverywhere(deps, callerOf(request), request.params.uid)
      return { ok: true as const }
    },
  )
  app.post(
    '/v1/admin/users/:uid/disable',
    {
      config: { access: access.adminActs, refusals: ['user_not_found', 'own_user', 'last_superadmin'] },
      schema: {
        operationId: 'disableUser',
        tags,
        summary: 'Disable a user',
        description:
          'Sessions and API keys stop working within a second. The user’s posts are held and show the reason. Nothing is deleted.',
        params: userPath,
        body: disableUserBody,
        response: { 200: adminUser },
      },
    },
    async (request) =>
      presentUserForAdmins(await disableUser(deps, callerOf(request), request.params.uid, request.body.reason)),
  )
  app.post(
    '/v1/admin/users/:uid/enable',
    {
      config: { access: access.adminActs, refusals: ['user_not_found'] },
      schema: {
        operationId: 'enableUser',
        tags,
        summary: 'Enable a disabled user',
        description: 'API keys work again and held posts are published. The user must sign in again.',
        params: userPath,
        response: { 200: adminUser },
      },
    },
    async (request) => presentUserForAdmins(await enableUser(deps, callerOf(request), request.params.uid)),
  )
}
