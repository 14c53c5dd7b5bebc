export const ticketStates = ['open', 'waiting', 'closed'] as const
type TicketState = (typeof ticketStates)[number]

interface TicketsSearch {
  readonly show?: TicketState
  /** The open ticket. */
  readonly ticket?: string
}

export const readTicketsSearch = ({ show, ticket }: Record<string, unknown>): TicketsSearch => ({
  ...((show === 'waiting' || show === 'closed') && { show }),
  ...(typeof ticket === 'string' && ticket !== '' && { ticket }),
})
