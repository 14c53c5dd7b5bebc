import { callerOf } from '#infra/http/access.ts'
import type { Edge } from '#infra/http/server.ts'
import { access } from '../access.ts'
import type { TicketDeps } from '../deps.ts'
import { readTickets, triageTicket } from './actions.ts'
import { ticket, ticketPage, ticketPath, ticketQuery, triageBody } from './schema.ts'

const tags = ['Administration']

export function ticketRoutes(app: Edge, deps: TicketDeps): void {
  app.get(
    '/v1/admin/support',
    {
      config: { access: access.supportReads, refusals: ['cursor_invalid'] },
      schema: {
        operationId: 'listTickets',
        tags,
        summary: 'List tickets',
        querystring: ticketQuery,
        response: { 200: ticketPage },
      },
    },
    (request) => readTickets(deps, request.query),
  )
  app.post(
    '/v1/admin/support/:ticketId/triage',
    {
      config: { access: access.supportActs, refusals: ['ticket_not_found', 'ticket_unanswerable'] },
      schema: {
        operationId: 'triageTicket',
        tags,
        summary: 'Update a ticket',
        description: 'Sets its state, note and assignee. A reply is emailed to the user who reported it.',
        params: ticketPath,
        body: triageBody,
        response: { 200: ticket },
      },
    },
    (request) => triageTicket(deps, callerOf(request), request.params.ticketId, request.body),
  )
}
