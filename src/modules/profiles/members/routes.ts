import { callerOf } from '#infra/http/access.ts'
import { routesWith } from '#infra/http/route.ts'
import { emptyAnswer } from '#infra/http/schemas.ts'
import type { Edge } from '#infra/http/server.ts'
import type { ProfileDeps } from '../deps.ts'
import { profilePath } from '../schema.ts'
import { membersMax } from '../state.ts'
import { changeMember, listProfileMembers, removeMember } from './actions.ts'
import { changeMemberBody, member, memberPath } from './schema.ts'

const route = routesWith({ tag: 'Profile members' })
const reach = ['profile_forbidden', 'profile_not_found'] as const
const managing = [...reach, 'profile_role_required', 'plan_required'] as const

/** Registers the routes for the members of a profile. */
export function addMemberRoutes(app: Edge, deps: ProfileDeps): void {
  route(app, {
    get: '/v1/profiles/:id/members',
    id: 'listProfileMembers',
    right: 'read',
    summary: 'List the members of a profile',
    description: `Available to every member. The owner comes first, then at most ${membersMax} members.`,
    access: 'profiles:read',
    refuses: reach,
    params: profilePath,
    answers: member.array(),
    does: (request) => listProfileMembers(deps, callerOf(request), request.params.id),
  })
  route(app, {
    patch: '/v1/profiles/:id/members/:uid',
    id: 'updateProfileMember',
    right: 'manage',
    summary: "Change a member's role",
    description: 'Requires the role admin. The role `owner` can be neither changed nor granted.',
    access: 'profiles:write',
    refuses: [...managing, 'profile_member_not_found', 'profile_owner_stays'],
    params: memberPath,
    body: changeMemberBody,
    answers: member,
    does: (request) => changeMember(deps, callerOf(request), request.params.id, request.params.uid, request.body.role),
  })
  route(app, {
    delete: '/v1/profiles/:id/members/:uid',
    id: 'removeProfileMember',
    right: 'manage',
    summary: 'Remove a member, or leave',
    description:
      'Requires the role admin, except to remove yourself. Also revokes open invitations that the member created.',
    access: 'profiles:write',
    refuses: [...managing, 'profile_member_not_found', 'profile_owner_stays'],
    params: memberPath,
    answers: emptyAnswer,
    does: async (request, reply) => {
      await removeMember(deps, callerOf(request), request.params.id, request.params.uid)
      return reply.send()
    },
  })
}
