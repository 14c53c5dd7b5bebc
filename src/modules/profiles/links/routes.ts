import { callerOf } from '#infra/http/access.ts'
import { createOnce, onceRefusals } from '#infra/http/idempotency.ts'
import { emptyAnswer } from '#infra/http/schemas.ts'
import type { Edge } from '#infra/http/server.ts'
import type { ProfileDeps } from '../deps.ts'
import { profilePath } from '../schema.ts'
import {
  linkProfiles,
  listProfileChildren,
  listProfileLinks,
  listRemovedProfileLinks,
  unlinkProfiles,
} from './actions.ts'
import { createProfileLinkBody, profileLink, profileLinkPath, removedProfileLink } from './schema.ts'

const reading = { credential: 'key-or-identity', scope: 'profiles:read' } as const
const writing = { credential: 'key-or-identity', scope: 'profiles:write' } as const
const tags = ['Profile links']

/** Registers the routes for links between profiles. */
export function addLinkRoutes(app: Edge, deps: ProfileDeps): void {
  app.post(
    '/v1/profiles/links',
    {
      config: {
        access: writing,
        refusals: [
          'profile_forbidden',
          'profile_role_required',
          'plan_required',
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
        tags,
        summary: 'Link a profile to a parent',
        description:
          'Requires the role admin on both profiles, which must have the same owner. Links must not form a cycle, and a chain has at most 10 links.',
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
        tags,
        summary: 'List the links between your profiles',
        description: 'Lists the links between profiles that you have access to, oldest first.',
        response: { 200: profileLink.array() },
      },
    },
    (request) => listProfileLinks(deps, callerOf(request)),
  )
  app.get(
    '/v1/profiles/links/history',
    {
      config: { access: reading },
      schema: {
        operationId: 'listRemovedProfileLinks',
        tags,
        summary: 'List removed links',
        description: 'Most recently removed first.',
        response: { 200: removedProfileLink.array() },
      },
    },
    (request) => listRemovedProfileLinks(deps, callerOf(request)),
  )
  app.get(
    '/v1/profiles/:id/children',
    {
      config: { access: reading, refusals: ['profile_forbidden', 'profile_not_found'] },
      schema: {
        operationId: 'listProfileChildren',
        tags,
        summary: 'List the links from a profile to its children',
        params: profilePath,
        response: { 200: profileLink.array() },
      },
    },
    (request) => listProfileChildren(deps, callerOf(request), request.params.id),
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
        tags,
        summary: 'Remove a link',
        description: 'Requires the role admin on both profiles. The link then appears in the history.',
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
