import type { z } from 'zod'
import { callerOf } from '#infra/http/access.ts'
import { guardVersion } from '#infra/http/answer/guard.ts'
import { createOnce, onceRefusals } from '#infra/http/idempotency/create-once.ts'
import { routesWith } from '#infra/http/route.ts'
import { emptyAnswer, formBody } from '#infra/http/schemas.ts'
import type { Edge } from '#infra/http/server.ts'
import { faceForm, faceRefusals, receiveFace } from '#modules/faces/index.ts'
import { trashDays } from '#rules/trash.ts'
import {
  changeProfile,
  createProfile,
  deleteProfile,
  getProfile,
  guardProfile,
  listProfiles,
  restoreProfile,
} from './actions.ts'
import { addActivityRoutes } from './activity/routes.ts'
import { presentProfile, settleAvatar } from './avatar.ts'
import type { ProfileDeps } from './deps.ts'
import { addInviteRoutes } from './invites/routes.ts'
import { addLinkRoutes } from './links/routes.ts'
import { addMemberRoutes } from './members/routes.ts'
import { setProfilePhoto } from './photo.ts'
import { profileFor } from './profile-for.ts'
import { accessibleProfile, createProfileBody, profile, profilePath, updateProfileBody } from './schema.ts'

const route = routesWith({ tag: 'Profiles' })
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
  const ifMatch = guardVersion(profile, (tx, caller, { id }: z.output<typeof profilePath>) =>
    guardProfile(tx, caller, id),
  )
  route(app, {
    post: '/v1/profiles',
    id: 'createProfile',
    summary: 'Create a profile',
    description: 'Creates a brand, which posts, accounts and media then belong to. You become its owner.',
    access: 'profiles:write',
    refuses: ['plan_limit_reached', 'plan_required', 'key_limited_to_profiles', ...avatarRefusals, ...onceRefusals],
    body: createProfileBody,
    answers: profile,
    does: async (request, reply) => {
      await settleAvatar(deps, callerOf(request), request.body)
      await createOnce(deps, request, reply, async (tx) => {
        const made = await createProfile(deps, tx, callerOf(request), request.body)
        return presentProfile(deps, made)
      })
      return reply
    },
  })
  route(app, {
    get: '/v1/profiles',
    id: 'listProfiles',
    summary: 'List your profiles',
    description: 'Lists the profiles that you own or are a member of, oldest first.',
    access: 'profiles:read',
    answers: accessibleProfile.array(),
    does: async (request) => (await listProfiles(deps, callerOf(request))).map((one) => presentProfile(deps, one)),
  })
  route(app, {
    get: '/v1/profiles/:id',
    id: 'getProfile',
    right: 'read',
    summary: 'Get a profile',
    description: 'The `ETag` header is the version of the profile. Send it as `If-Match` when you change the profile.',
    access: 'profiles:read',
    refuses: ['profile_forbidden', 'profile_not_found'],
    params: profilePath,
    answers: profile,
    does: async (request) => presentProfile(deps, await getProfile(deps, callerOf(request), request.params.id)),
  })
  route(app, {
    patch: '/v1/profiles/:id',
    id: 'updateProfile',
    right: 'manage',
    summary: 'Change a profile',
    description:
      'Requires the role admin. With `If-Match`, the change is rejected if the profile’s version has changed.',
    access: 'profiles:write',
    refuses: ['profile_forbidden', 'profile_role_required', 'plan_required', 'profile_not_found', ...avatarRefusals],
    params: profilePath,
    body: updateProfileBody,
    ifMatch,
    answers: profile,
    does: async (request) =>
      presentProfile(deps, await changeProfile(deps, callerOf(request), request.params.id, request.body)),
  })
  route(app, {
    put: '/v1/profiles/:id/avatar',
    id: 'setProfileAvatar',
    right: 'manage',
    summary: 'Upload a profile’s photo',
    description:
      'Requires the role admin. Accepts a JPEG, PNG, WebP or GIF of up to 10 MB in the part `file`. Its center is cut ' +
      'out as a square of at most 192 pixels. To remove the photo, change the profile with `avatar: null`.',
    access: 'profiles:write',
    refuses: ['profile_forbidden', 'profile_role_required', 'plan_required', 'profile_not_found', ...faceRefusals],
    bodyAs: 'multipart',
    params: profilePath,
    body: formBody(faceForm),
    ifMatch,
    answers: profile,
    does: async (request) => {
      const caller = callerOf(request)
      const { id } = request.params
      await profileFor(deps.db, caller, id, 'manage', { lock: false })
      const image = await receiveFace(deps, request, caller.uid)
      return presentProfile(deps, await setProfilePhoto(deps, caller, id, image))
    },
  })
  route(app, {
    delete: '/v1/profiles/:id',
    id: 'deleteProfile',
    right: 'own',
    summary: 'Delete a profile',
    description:
      `Only the owner can do this. The profile stays in the trash for ${trashDays} days. ` +
      'Its links are removed immediately.',
    access: 'profiles:write',
    refuses: ['profile_forbidden', 'profile_role_required', 'profile_not_found', 'profile_busy'],
    params: profilePath,
    ifMatch,
    answers: emptyAnswer,
    does: async (request, reply) => {
      await deleteProfile(deps, callerOf(request), request.params.id)
      return reply.send()
    },
  })
  route(app, {
    post: '/v1/profiles/:id/restore',
    id: 'restoreProfile',
    right: 'own',
    summary: 'Restore a profile from the trash',
    description: `Only the owner can do this, within ${trashDays} days of deletion. Members are restored; links are not.`,
    access: 'profiles:write',
    refuses: [
      'profile_forbidden',
      'profile_role_required',
      'profile_not_found',
      'profile_not_in_trash',
      'plan_limit_reached',
      'plan_required',
    ],
    params: profilePath,
    answers: profile,
    does: async (request) => presentProfile(deps, await restoreProfile(deps, callerOf(request), request.params.id)),
  })
  addLinkRoutes(app, deps)
  addActivityRoutes(app, deps)
  addMemberRoutes(app, deps)
  addInviteRoutes(app, deps)
}
