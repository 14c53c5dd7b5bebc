import { callerOf } from '#infra/http/access.ts'
import { createOnce, onceRefusals } from '#infra/http/idempotency/create-once.ts'
import { routesWith } from '#infra/http/route.ts'
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

const route = routesWith({ tag: 'Profile links' })

/** Registers the routes for links between profiles. */
export function addLinkRoutes(app: Edge, deps: ProfileDeps): void {
  route(app, {
    post: '/v1/profiles/links',
    id: 'createProfileLink',
    right: 'manage',
    summary: 'Link a profile to a parent',
    description:
      'Requires the role admin on both profiles, which must have the same owner. Links must not form a cycle, and a ' +
      'chain has at most 10 links.',
    access: 'profiles:write',
    refuses: [
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
    body: createProfileLinkBody,
    answers: profileLink,
    does: async (request, reply) => {
      await createOnce(deps, request, reply, (tx) => linkProfiles(deps, tx, callerOf(request), request.body))
      return reply
    },
  })
  route(app, {
    get: '/v1/profiles/links',
    id: 'listProfileLinks',
    summary: 'List the links between your profiles',
    description: 'Lists the links between profiles that you have access to, oldest first.',
    access: 'profiles:read',
    answers: profileLink.array(),
    does: (request) => listProfileLinks(deps, callerOf(request)),
  })
  route(app, {
    get: '/v1/profiles/links/history',
    id: 'listRemovedProfileLinks',
    summary: 'List removed links',
    description: 'Most recently removed first.',
    access: 'profiles:read',
    answers: removedProfileLink.array(),
    does: (request) => listRemovedProfileLinks(deps, callerOf(request)),
  })
  route(app, {
    get: '/v1/profiles/:id/children',
    id: 'listProfileChildren',
    right: 'read',
    summary: 'List the links from a profile to its children',
    description: 'Returns the links in which the profile is the parent, with their rules.',
    access: 'profiles:read',
    refuses: ['profile_forbidden', 'profile_not_found'],
    params: profilePath,
    answers: profileLink.array(),
    does: (request) => listProfileChildren(deps, callerOf(request), request.params.id),
  })
  route(app, {
    delete: '/v1/profiles/links/:linkId',
    id: 'deleteProfileLink',
    right: 'manage',
    summary: 'Remove a link',
    description: 'Requires the role admin on both profiles. The link then appears in the history.',
    access: 'profiles:write',
    refuses: ['profile_forbidden', 'profile_role_required', 'profile_not_found', 'profile_link_not_found'],
    params: profileLinkPath,
    answers: emptyAnswer,
    does: async (request, reply) => {
      await unlinkProfiles(deps, callerOf(request), request.params.linkId)
      return reply.send()
    },
  })
}
