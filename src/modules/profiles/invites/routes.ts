import { callerOf } from '#infra/http/access.ts'
import { createOnce, onceRefusals } from '#infra/http/idempotency/create-once.ts'
import { routesWith } from '#infra/http/route.ts'
import { emptyAnswer } from '#infra/http/schemas.ts'
import type { Edge } from '#infra/http/server.ts'
import { presentProfile } from '../avatar.ts'
import type { ProfileDeps } from '../deps.ts'
import { accessibleProfile, profilePath } from '../schema.ts'
import { membersMax } from '../state.ts'
import {
  acceptInvite,
  inviteByMail,
  inviteByToken,
  listProfileInvites,
  readInvite,
  requireInvitesEnabled,
  revokeInvite,
} from './actions.ts'
import {
  acceptInviteBody,
  createInviteBody,
  invite,
  invitedMember,
  inviteMemberBody,
  invitePath,
  inviteWithToken,
  readInvite as readInviteAnswer,
} from './schema.ts'

const route = routesWith({ tag: 'Profile members' })
const managing = ['profile_forbidden', 'profile_not_found', 'profile_role_required', 'plan_required'] as const
const inviting = [...managing, 'feature_off', 'profile_member_exists', 'profile_people_limit'] as const

/** Registers the routes for invitations to a profile. */
export function addInviteRoutes(app: Edge, deps: ProfileDeps): void {
  route(app, {
    post: '/v1/profiles/:id/members',
    id: 'inviteProfileMember',
    right: 'manage',
    summary: 'Invite a member by email',
    description:
      'Requires the role admin. Emails an invitation that is valid for 7 days. The recipient becomes a member by ' +
      'accepting it. A new invitation to the same address replaces the previous one.',
    access: 'profiles:write',
    refuses: [...inviting, 'mails_used_up', ...onceRefusals],
    params: profilePath,
    body: inviteMemberBody,
    answers: { 201: invitedMember },
    does: async (request, reply) => {
      const caller = callerOf(request)
      await requireInvitesEnabled(deps, caller)
      reply.code(201)
      await createOnce(deps, request, reply, (tx) => inviteByMail(deps, tx, caller, request.params.id, request.body))
      return reply
    },
  })
  route(app, {
    post: '/v1/profiles/:id/invites',
    repeats: 'shown once',
    id: 'createProfileInvite',
    right: 'manage',
    summary: 'Create an invitation link',
    description:
      'Requires the role admin. Only this response contains the token and the link. The token works once. Without a ' +
      'role, it lets its holder connect one account on a network, without an account here.',
    access: 'profiles:write',
    refuses: inviting,
    params: profilePath,
    body: createInviteBody,
    answers: { 201: inviteWithToken },
    does: async (request, reply) => {
      const caller = callerOf(request)
      await requireInvitesEnabled(deps, caller)
      return reply.code(201).send(await inviteByToken(deps, caller, request.params.id, request.body))
    },
  })
  route(app, {
    get: '/v1/profiles/:id/invites',
    id: 'listProfileInvites',
    right: 'manage',
    summary: 'List the open invitations',
    description:
      `Requires the role admin. Lists open invitations, oldest first, at most ${membersMax}. Used, revoked and ` +
      'expired invitations are not listed.',
    access: 'profiles:read',
    refuses: managing,
    params: profilePath,
    answers: invite.array(),
    does: (request) => listProfileInvites(deps, callerOf(request), request.params.id),
  })
  route(app, {
    delete: '/v1/profiles/:id/invites/:inviteId',
    id: 'revokeProfileInvite',
    right: 'manage',
    summary: 'Revoke an invitation',
    description: 'The link in the invitation stops working immediately.',
    access: 'profiles:write',
    refuses: [...managing, 'profile_invite_not_found'],
    params: invitePath,
    answers: emptyAnswer,
    does: async (request, reply) => {
      await revokeInvite(deps, callerOf(request), request.params.id, request.params.inviteId)
      return reply.send()
    },
  })
  route(app, {
    post: '/v1/profiles/invites/read',
    repeats: 'safe',
    id: 'readProfileInvite',
    summary: 'Read an invitation',
    description:
      'Shows its holder who invites them to which profile, and as what. Reading does not use it up. The token is in ' +
      'the body, so that no log has it.',
    access: 'anyone',
    attemptsPerMinute: 60,
    refuses: ['profile_invite_not_found', 'profile_invite_without_role'],
    body: acceptInviteBody,
    answers: readInviteAnswer,
    does: (request) => readInvite(deps, request.body.token),
  })
  route(app, {
    post: '/v1/profiles/invites/accept',
    id: 'acceptProfileInvite',
    summary: 'Accept an invitation',
    description: 'Makes you a member with the role that the invitation grants.',
    access: 'identity',
    refuses: [
      'profile_invite_not_found',
      'profile_invite_for_another',
      'profile_invite_without_role',
      'profile_member_exists',
    ],
    body: acceptInviteBody,
    answers: accessibleProfile,
    does: async (request) => presentProfile(deps, await acceptInvite(deps, callerOf(request), request.body.token)),
  })
}
