import { callerOf } from '#infra/http/access.ts'
import { createOnce, onceRefusals } from '#infra/http/idempotency.ts'
import { emptyAnswer } from '#infra/http/schemas.ts'
import type { Edge } from '#infra/http/server.ts'
import { presentProfile } from '../avatar.ts'
import type { ProfileDeps } from '../deps.ts'
import { accessibleProfile, profilePath } from '../schema.ts'
import {
  acceptInvite,
  inviteByMail,
  inviteByToken,
  listProfileInvites,
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
} from './schema.ts'

const reading = { credential: 'key-or-identity', scope: 'profiles:read' } as const
const writing = { credential: 'key-or-identity', scope: 'profiles:write' } as const
const tags = ['Profile members']
const managing = ['profile_forbidden', 'profile_not_found', 'profile_role_required', 'plan_required'] as const
const inviting = [...managing, 'feature_off', 'profile_member_exists', 'profile_people_limit'] as const

/** Registers the routes for invitations to a profile. */
export function addInviteRoutes(app: Edge, deps: ProfileDeps): void {
  app.post(
    '/v1/profiles/:id/members',
    {
      config: { access: writing, refusals: [...inviting, 'mails_used_up', ...onceRefusals] },
      schema: {
        operationId: 'inviteProfileMember',
        tags,
        summary: 'Invite a member by email',
        description:
          'Requires the role admin. Emails an invitation that is valid for 7 days. The recipient becomes a ' +
          'member by accepting it. A new invitation to the same address replaces the previous one.',
        params: profilePath,
        body: inviteMemberBody,
        response: { 201: invitedMember },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      await requireInvitesEnabled(deps, caller)
      reply.code(201)
      await createOnce(deps, request, reply, (tx) => inviteByMail(deps, tx, caller, request.params.id, request.body))
      return reply
    },
  )
  app.post(
    '/v1/profiles/:id/invites',
    {
      config: { access: writing, refusals: inviting },
      schema: {
        operationId: 'createProfileInvite',
        tags,
        summary: 'Create an invitation link',
        description: 'Requires the role admin. Only this response contains the token. The token works once.',
        params: profilePath,
        body: createInviteBody,
        response: { 201: inviteWithToken },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      await requireInvitesEnabled(deps, caller)
      return reply.code(201).send(await inviteByToken(deps, caller, request.params.id, request.body))
    },
  )
  app.get(
    '/v1/profiles/:id/invites',
    {
      config: { access: reading, refusals: managing },
      schema: {
        operationId: 'listProfileInvites',
        tags,
        summary: 'List the open invitations',
        description:
          'Requires the role admin. Lists open invitations, oldest first. Used, revoked and expired ' +
          'invitations are not listed.',
        params: profilePath,
        response: { 200: invite.array() },
      },
    },
    (request) => listProfileInvites(deps, callerOf(request), request.params.id),
  )
  app.delete(
    '/v1/profiles/:id/invites/:inviteId',
    {
      config: { access: writing, refusals: [...managing, 'profile_invite_not_found'] },
      schema: {
        operationId: 'revokeProfileInvite',
        tags,
        summary: 'Revoke an invitation',
        params: invitePath,
        response: { 200: emptyAnswer },
      },
    },
    async (request, reply) => {
      await revokeInvite(deps, callerOf(request), request.params.id, request.params.inviteId)
      return reply.send()
    },
  )
  app.post(
    '/v1/profiles/invites/accept',
    {
      config: {
        access: { credential: 'identity' },
        refusals: [
          'profile_invite_not_found',
          'profile_invite_for_another',
          'profile_invite_without_role',
          'profile_member_exists',
        ],
      },
      schema: {
        operationId: 'acceptProfileInvite',
        tags,
        summary: 'Accept an invitation',
        description: 'Makes you a member with the role that the invitation grants.',
        body: acceptInviteBody,
        response: { 200: accessibleProfile },
      },
    },
    async (request) => presentProfile(deps, await acceptInvite(deps, callerOf(request), request.body.token)),
  )
}
