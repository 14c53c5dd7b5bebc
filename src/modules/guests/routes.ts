import { callerOf } from '#infra/http/access.ts'
import { createOnce, onceRefusals } from '#infra/http/idempotency/create-once.ts'
import { routesWith } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import { caps } from '#kernel/caps.ts'
import { changeGuest, inviteGuest, readGuest, readGuests, removeGuest, revokeGuest, sendGuestLink } from './actions.ts'
import type { GuestDeps } from './deps.ts'
import { addPortalRoutes } from './portal/routes.ts'
import * as schema from './schema.ts'

const route = routesWith({ tag: 'Guests', right: 'publish' })
const reach = ['profile_forbidden', 'profile_not_found', 'profile_role_required'] as const
const known = [...reach, 'guest_not_found'] as const
const mails = ['mails_used_up', 'rate_limited'] as const

/** Adds the routes of guests: those of members, and the pages that guests open. */
export function guestRoutes(app: Edge, deps: GuestDeps): void {
  addPortalRoutes(app, deps)
  route(app, {
    get: '/v1/profiles/:id/guests',
    id: 'listGuests',
    summary: 'List the guests of a profile',
    description: `Newest first, at most ${caps.guestsOfProfile}, including those whose link has ended.`,
    access: 'profiles:read',
    refuses: reach,
    params: schema.profilePath,
    largeAnswer: true,
    answers: schema.guest.array(),
    does: (request) => readGuests(deps, callerOf(request), request.params.id),
  })
  route(app, {
    post: '/v1/profiles/:id/guests',
    id: 'inviteGuest',
    summary: 'Invite a guest',
    description:
      'A guest has no account. The link shows one post, or the scheduled and published posts of a period, as each ' +
      'network will show them: no drafts, no team comments and no history. The first decision and the first comment on ' +
      'each device are confirmed with a code sent to the guest’s address, unless the profile’s `guestCodes` is false. ' +
      'The plan must include share links.',
    access: 'profiles:write',
    refuses: [...reach, ...mails, 'plan_required', 'guests_full', ...onceRefusals],
    params: schema.profilePath,
    body: schema.inviteBody,
    answers: { 201: schema.guest },
    does: async (request, reply) => {
      reply.code(201)
      return createOnce(deps, request, reply, (tx) =>
        inviteGuest(deps, tx, callerOf(request), request.params.id, request.body),
      )
    },
  })
  route(app, {
    get: '/v1/profiles/:id/guests/:guestId',
    id: 'getGuest',
    summary: 'Get a guest',
    description: 'Returns the guest with the link, for members who can invite guests.',
    access: 'profiles:read',
    refuses: known,
    params: schema.guestPath,
    answers: schema.guest,
    does: (request) => readGuest(deps, callerOf(request), request.params.id, request.params.guestId),
  })
  route(app, {
    patch: '/v1/profiles/:id/guests/:guestId',
    id: 'updateGuest',
    summary: 'Change a guest',
    description:
      'Changes the name, what the guest can do, the period, or when the link expires. The link stays the same.',
    access: 'profiles:write',
    refuses: [...known, 'plan_required', 'guest_revoked'],
    params: schema.guestPath,
    body: schema.guestChanges,
    answers: schema.guest,
    does: (request) => changeGuest(deps, callerOf(request), request.params.id, request.params.guestId, request.body),
  })
  route(app, {
    post: '/v1/profiles/:id/guests/:guestId/send',
    id: 'sendGuestLink',
    summary: 'Email a guest their link again',
    description:
      'If the person who invited the guest has left the profile, you take their place, and the guest gets a new link.',
    access: 'profiles:write',
    refuses: [...known, ...mails, 'plan_required', 'guest_revoked'],
    params: schema.guestPath,
    answers: schema.guest,
    does: (request) => sendGuestLink(deps, callerOf(request), request.params.id, request.params.guestId),
  })
  route(app, {
    post: '/v1/profiles/:id/guests/:guestId/revoke',
    id: 'revokeGuest',
    summary: 'Revoke the link of a guest',
    description:
      'The link stops working immediately, and the guest’s approvals no longer count. After a link has only expired, ' +
      'they still do.',
    access: 'profiles:write',
    refuses: known,
    params: schema.guestPath,
    answers: schema.guest,
    does: (request) => revokeGuest(deps, callerOf(request), request.params.id, request.params.guestId),
  })
  route(app, {
    delete: '/v1/profiles/:id/guests/:guestId',
    id: 'deleteGuest',
    summary: 'Delete a guest',
    description:
      'Deletes the guest with their decisions and comments, and erases their name and address from the audit log. To ' +
      'keep these, revoke the link instead.',
    access: 'profiles:write',
    refuses: known,
    params: schema.guestPath,
    answers: schema.deletedGuest,
    does: (request) => removeGuest(deps, callerOf(request), request.params.id, request.params.guestId),
  })
}
