import type { FastifyRequest } from 'fastify'
import { choosePageLanguage } from '#infra/http/answer/page-language.ts'
import { route } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import { Refusal } from '#kernel/errors.ts'
import type { ConnectingDeps } from '../deps.ts'
import { formPolicy } from '../html-page.ts'
import { requireNetwork } from '../network-refusal.ts'
import { redirectToNetwork, redirectToOwnPage } from '../oauth/callback-routes.ts'
import { anyQuery, invitation, invitePath, inviteStartPath, redirected } from '../oauth/schema.ts'
import { invitePage } from './invite-page.ts'
import { readInvitation, startInvitedFlow } from './use-invite.ts'

const open = { access: 'anyone', anyAccept: true, attemptsPerMinute: 60 } as const
const unusable = ['profile_invite_not_found', 'profile_invite_for_members', 'profile_invite_for_another'] as const

/** Adds the routes for invited people who connect an account without having an account here. */
export function addInviteRoutes(app: Edge, deps: ConnectingDeps): void {
  route(app, {
    get: '/v1/connections/invites/:token',
    ...open,
    id: 'getConnectInvitation',
    tag: 'Connections',
    summary: 'Read an invitation to connect an account',
    description:
      'For people who received an invitation and have no account here. Reading the invitation does not use it up.',
    refuses: unusable,
    params: invitePath,
    query: anyQuery,
    answers: { 200: invitation, 302: redirected },
    does: async (request, reply) => {
      const { token } = request.params
      if (!wantsPage(request)) {
        const shown = await readInvitation(deps, token)
        return reply.type('application/json; charset=utf-8').serializer(asJson).send(shown)
      }
      try {
        const page = invitePage(token, await readInvitation(deps, token), choosePageLanguage(request, reply))
        reply.header('content-security-policy', formPolicy).type('text/html; charset=utf-8').serializer(String)
        return reply.send(page)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return redirectToOwnPage(deps, reply, error.code)
      }
    },
  })
  route(app, {
    get: '/v1/connections/invites/:token/start/:platform',
    changesState: true,
    ...open,
    hidden: true,
    refuses: ['platform_not_found'],
    params: inviteStartPath,
    query: anyQuery,
    does: async (request, reply) => {
      const network = requireNetwork(request.params)
      try {
        return redirectToNetwork(
          deps,
          reply,
          await startInvitedFlow(deps, request.params.token, network, request.query),
        )
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return redirectToOwnPage(deps, reply, error.code)
      }
    },
  })
}

const asJson = (shown: unknown): string => JSON.stringify(shown)

const wantsPage = ({ headers }: FastifyRequest): boolean => /^text\/html\b/i.test(headers.accept ?? '')
