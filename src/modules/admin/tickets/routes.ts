import { callerOf } from '#infra/http/access.ts'
import type { Edge } from '#infra/http/server.ts'
import { access, route } from '../access.ts'
import type { TicketDeps } from '../deps.ts'
import { readTickets, triageTicket } from './actions.ts'
import { ticket, ticketPage, ticketPath, ticketQuery, triageBody } from './schema.ts'

export function ticketRoutes(app: Edge, deps: TicketDeps): void {
  route(app, {
    get: '/v1/admin/support',
    id: 'listTickets',
    summary: 'List tickets',
    description: 'Returns what users have reported, newest first.',
    access: access.supportReads,
    refuses: ['cursor_invalid'],
    query: ticketQuery,
    answers: ticketPage,
    does: (request) => readTickets(deps, request.query),
  })
  route(app, {
    post: '/v1/admin/support/:ticketId/triage',
    id: 'triageTicket',
    summary: 'Update a ticket',
    description: 'Sets its state, note and assignee. A reply is emailed to the user who reported it.',
    access: access.supportActs,
    refuses: ['ticket_not_found', 'ticket_unanswerable'],
    params: ticketPath,
    body: triageBody,
    answers: ticket,
    does: (request) => triageTicket(deps, callerOf(request), request.params.ticketId, request.body),
  })
}
