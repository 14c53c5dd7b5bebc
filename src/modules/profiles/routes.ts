import { callerOf } from '#infra/http/access.ts'
import { allowedVersions, requireVersion, tag } from '#infra/http/answer/conditional.ts'
import { createOnce, onceRefusals } from '#infra/http/idempotency.ts'
import { emptyAnswer } from '#infra/http/schemas.ts'
import type { Edge } from '#infra/http/server.ts'
import { trashDays } from '#rules/trash.ts'
import { changeProfile, createProfile, deleteProfile, getProfile, listProfiles, restoreProfile } from './actions.ts'
import { presentProfile, settleAvatar } from './avatar.ts'
import type { ProfileDeps } from './deps.ts'
import { addInviteRoutes } from './invites/routes.ts'
import { addLinkRoutes } from './links/routes.ts'
import { addMemberRoutes } from './members/routes.ts'
import { accessibleProfile, createProfileBody, profile, profilePath, updateProfileBody } from './schema.ts'

const reading = { credential: 'key-or-identity', scope: 'profiles:read' } as const
const writing = { credential: 'key-or-identity', scope: 'profiles:write' } as const
const tags = ['Profiles']
const avatarRefusals = [
  'media_forbidden',
  'media_not_found',
  'media_not_uploaded',
  'media_empty',
  'media_type_not_allowed',
  'media_type_mismatch',
  'media_unreadable',
  'media_too_complex',
  'media_active_content',
  'media_too_large',
  'media_busy',
  'storage_unavailable',
  'plan_limit_reached',
  'plan_required',
] as const

export function profileRoutes(app: Edge, deps: ProfileDeps): void {
  app.post(
    '/v1/profiles',
    {
      config: {
        access: writing,
        refusals: [
          'plan_limit_reached',
          'plan_required',
          'key_limited_to_profiles',
          ...avatarRefusals,
          ...onceRefusals,
        ],
      },
      schema: {
        operationId: 'createProfile',
        tags,
        summary: 'Create a profile',
        body: createProfileBody,
        response: { 200: profile },
      },
    },
    async (request, reply) => {
      await settleAvatar(deps, callerOf(request), request.body)
      await createOnce(deps, request, reply, async (tx) => {
        const made = await createProfile(deps, tx, callerOf(request), request.body)
        return presentProfile(deps, made)
      })
      return reply
    },
  )
  app.get(
    '/v1/profiles',
    {
      config: { access: reading },
      schema: {
        operationId: 'listProfiles',
        tags,
        summary: 'List your profiles',
        description: 'Lists the profiles that you own or are a member of, oldest first.',
        response: { 200: accessibleProfile.array() },
      },
    },
    async (request) => (await listProfiles(deps, callerOf(request))).map((one) => presentProfile(deps, one)),
  )
  app.get(
    '/v1/profiles/:id',
    {
      config: { access: reading, refusals: ['profile_forbidden', 'profile_not_found'] },
      schema: {
        operationId: 'getProfile',
        tags,
        summary: 'Get a profile',
        description:
          'The `ETag` header is the version of the profile. Send it as `If-Match` when you change the profile.',
        params: profilePath,
        response: { 200: profile },
      },
    },
    async (request, reply) => {
      const found = await getProfile(deps, callerOf(request), request.params.id)
      tag(reply, found.version)
      return presentProfile(deps, found)
    },
  )
  app.patch(
    '/v1/profiles/:id',
    {
      config: {
        access: writing,
        refusals: [
          'profile_forbidden',
          'profile_role_required',
          'plan_required',
          'profile_not_found',
          ...avatarRefusals,
          'precondition_failed',
        ],
      },
      schema: {
        operationId: 'updateProfile',
        tags,
        summary: 'Change a profile',
        description:
          'Requires the role admin. With `If-Match`, the change is rejected if the profile’s version has changed.',
        params: profilePath,
        body: updateProfileBody,
        response: { 200: profile },
      },
    },
    async (request, reply) => {
      const allowed = allowedVersions(request)
      const changed = await changeProfile(deps, callerOf(request), request.params.id, request.body, (version) =>
        requireVersion(allowed, version),
      )
      tag(reply, changed.version)
      return presentProfile(deps, changed)
    },
  )
  app.delete(
    '/v1/profiles/:id',
    {
      config: {
        access: writing,
        refusals: ['profile_forbidden', 'profile_role_required', 'profile_not_found', 'profile_busy'],
      },
      schema: {
        operationId: 'deleteProfile',
        tags,
        summary: 'Delete a profile',
        description: `Only the owner can do this. The profile stays in the trash for ${trashDays} days. Its links are removed immediately.`,
        params: profilePath,
        response: { 200: emptyAnswer },
      },
    },
    async (request, reply) => {
      await deleteProfile(deps, callerOf(request), request.params.id)
      return reply.send()
    },
  )
  app.post(
    '/v1/profiles/:id/restore',
    {
      config: {
        access: writing,
        refusals: [
          'profile_forbidden',
          'profile_role_required',
          'profile_not_found',
          'profile_not_in_trash',
          'plan_limit_reached',
          'plan_required',
        ],
      },
      schema: {
        operationId: 'restoreProfile',
        tags,
        summary: 'Restore a profile from the trash',
        description: `Only the owner can do this, within ${trashDays} days of deletion. Members are restored; links are not.`,
        params: profilePath,
        response: { 200: profile },
      },
    },
    async (request, reply) => {
      const restored = await restoreProfile(deps, callerOf(request), request.params.id)
      tag(reply, restored.version)
      return presentProfile(deps, restored)
    },
  )
  addLinkRoutes(app, deps)
  addMemberRoutes(app, deps)
  addInviteRoutes(app, deps)
}
