import { callerOf } from '#infra/http/access.ts'
import { allowedVersions, demandVersion, tag } from '#infra/http/answer/entity-tag.ts'
import { createOnce, onceRefusals } from '#infra/http/idempotency.ts'
import { emptyAnswer } from '#infra/http/schemas.ts'
import type { Edge } from '#infra/http/server.ts'
import { changeProfile } from './actions/change-profile.ts'
import { createProfile } from './actions/create-profile.ts'
import { deleteProfile } from './actions/delete-profile.ts'
import { childLinksOf, linksOf, profileOf, profilesOf, removedLinksOf } from './actions/list-profiles.ts'
import { restoreProfile } from './actions/restore-profile.ts'
import type { ProfileDeps } from './deps.ts'
import { linkProfiles } from './links/actions/link-profiles.ts'
import { unlinkProfiles } from './links/actions/unlink-profiles.ts'
import { addMemberRoutes } from './members/routes.ts'
import {
  accessibleProfile,
  createProfileBody,
  createProfileLinkBody,
  profile,
  profileLink,
  profileLinkPath,
  profilePath,
  removedProfileLink,
  updateProfileBody,
} from './schema.ts'

const reading = { credential: 'key-or-identity', scope: 'profiles:read' } as const
const writing = { credential: 'key-or-identity', scope: 'profiles:write' } as const
const tags = ['Profiles']
const linkTags = ['Profile links']

export function profileRoutes(app: Edge, deps: ProfileDeps): void {
  app.post(
    '/v1/profiles',
    {
      config: {
        access: writing,
        refusals: ['plan_limit_reached', 'plan_required', 'key_limited_to_profiles', ...onceRefusals],
      },
      schema: {
        operationId: 'createProfile',
        tags,
        summary: 'Make a profile',
        body: createProfileBody,
        response: { 200: profile },
      },
    },
    async (request, reply) => {
      await createOnce(deps, request, reply, (tx) => createProfile(deps, tx, callerOf(request), request.body))
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
        description: 'Those you own and those granted to you, the oldest first.',
        response: { 200: accessibleProfile.array() },
      },
    },
    (request) => profilesOf(deps, callerOf(request)),
  )
  app.get(
    '/v1/profiles/:id',
    {
      config: { access: reading, refusals: ['profile_forbidden', 'profile_not_found'] },
      schema: {
        operationId: 'getProfile',
        tags,
        summary: 'Read a profile',
        description: '`ETag` names its version, for `If-Match` of a change.',
        params: profilePath,
        response: { 200: profile },
      },
    },
    async (request, reply) => {
      const found = await profileOf(deps, callerOf(request), request.params.id)
      tag(reply, found.version)
      return found
    },
  )
  app.patch(
    '/v1/profiles/:id',
    {
      config: {
        access: writing,
        refusals: ['profile_forbidden', 'profile_role_required', 'profile_not_found', 'precondition_failed'],
      },
      schema: {
        operationId: 'updateProfile',
        tags,
        summary: 'Change a profile',
        description: 'For its owner and admins. With `If-Match`, only if nobody has changed it meanwhile.',
        params: profilePath,
        body: updateProfileBody,
        response: { 200: profile },
      },
    },
    async (request, reply) => {
      const allowed = allowedVersions(request)
      const changed = await changeProfile(deps, callerOf(request), request.params.id, request.body, (version) =>
        demandVersion(allowed, version),
      )
      tag(reply, changed.version)
      return changed
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
        description: 'For its owner. It stays in the trash for 30 days; its links end at once.',
        params: profilePath,
        response: { 200: emptyAnswer },
      },
    },
    async (request, reply) => {
      await deleteProfile(deps, callerOf(request), request.params.id)
      return reply.send()
    },
  )
  app.get(
    '/v1/profiles/:id/children',
    {
      config: { access: reading, refusals: ['profile_forbidden', 'profile_not_found'] },
      schema: {
        operationId: 'listProfileChildren',
        tags: linkTags,
        summary: 'List the links from a profile to its children',
        params: profilePath,
        response: { 200: profileLink.array() },
      },
    },
    (request) => childLinksOf(deps, callerOf(request), request.params.id),
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
        summary: 'Take a profile out of the trash',
        description: 'For its owner, within 30 days. Its members are there again; its links are not.',
        params: profilePath,
        response: { 200: profile },
      },
    },
    async (request, reply) => {
      const restored = await restoreProfile(deps, callerOf(request), request.params.id)
      tag(reply, restored.version)
      return restored
    },
  )
  linkRoutes(app, deps)
  addMemberRoutes(app, deps)
}

function linkRoutes(app: Edge, deps: ProfileDeps): void {
  app.post(
    '/v1/profiles/links',
    {
      config: {
        access: writing,
        refusals: [
          'profile_forbidden',
          'profile_role_required',
          'profile_not_found',
          'profile_link_cycle',
          'profile_link_depth',
          'profile_link_exists',
          'profile_link_owners',
          ...onceRefusals,
        ],
      },
      schema: {
        operationId: 'createProfileLink',
        tags: linkTags,
        summary: 'Link a profile to a parent',
        description:
          'For an admin of both, which must have one owner. Links form no cycle; at most 10 follow each other.',
        body: createProfileLinkBody,
        response: { 200: profileLink },
      },
    },
    async (request, reply) => {
      await createOnce(deps, request, reply, (tx) => linkProfiles(deps, tx, callerOf(request), request.body))
      return reply
    },
  )
  app.get(
    '/v1/profiles/links',
    {
      config: { access: reading },
      schema: {
        operationId: 'listProfileLinks',
        tags: linkTags,
        summary: 'List the links between your profiles',
        description: 'Those of which you reach both ends, the oldest first.',
        response: { 200: profileLink.array() },
      },
    },
    (request) => linksOf(deps, callerOf(request)),
  )
  app.get(
    '/v1/profiles/links/history',
    {
      config: { access: reading },
      schema: {
        operationId: 'listRemovedProfileLinks',
        tags: linkTags,
        summary: 'List the links that were',
        description: 'The one that ended last comes first.',
        response: { 200: removedProfileLink.array() },
      },
    },
    (request) => removedLinksOf(deps, callerOf(request)),
  )
  app.delete(
    '/v1/profiles/links/:linkId',
    {
      config: {
        access: writing,
        refusals: ['profile_forbidden', 'profile_role_required', 'profile_not_found', 'profile_link_not_found'],
      },
      schema: {
        operationId: 'deleteProfileLink',
        tags: linkTags,
        summary: 'Remove a link',
        description: 'For an admin of both profiles. It is listed in the history from then on.',
        params: profileLinkPath,
        response: { 200: emptyAnswer },
      },
    },
    async (request, reply) => {
      await unlinkProfiles(deps, callerOf(request), request.params.linkId)
      return reply.send()
    },
  )
}
