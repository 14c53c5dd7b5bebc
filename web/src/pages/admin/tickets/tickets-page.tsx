import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { RowList } from '#web/ui/card.tsx'
import { choiceBarLook, choiceLook } from '#web/ui/choice/choice-bar.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { AdminFrame } from '../admin-frame.tsx'
import { TicketDialog } from './ticket-dialog.tsx'
import { TicketRow } from './ticket-row.tsx'
import { ticketStates } from './tickets-search.ts'
import { useTickets } from './use-tickets.ts'

const route = '/p/$profileId/admin/tickets'

/** Lists what users have reported. The state and the ticket that is open are in the address. */
export function AdminTicketsPage() {
  const { admin, adminPlaces } = useMessages('admin')
  const words = admin.tickets
  const { profileId } = useParams({ from: '/p/$profileId' })
  const { show = 'open', ticket: id } = useSearch({ from: route })
  const navigate = useNavigate()
  const read = useTickets(show)
  const tickets = read.data?.pages.flatMap((page) => page.tickets) ?? []
  const opened = tickets.find((ticket) => ticket.id === id)
  const searchOf = (state: typeof show) => (state === 'open' ? {} : { show: state })
  const open = (ticket?: string) =>
    void navigate({
      to: route,
      params: { profileId },
      search: { ...searchOf(show), ...(ticket && { ticket }) },
      resetScroll: false,
    })
  return (
    <AdminFrame tab="tickets">
      <ul className={choiceBarLook}>
        {ticketStates.map((state) => (
          <li key={state}>
            <Link
              to={route}
              params={{ profileId }}
              search={searchOf(state)}
              activeOptions={{ exact: true, includeSearch: true }}
              className={choiceLook}
            >
              {words.states[state]}
            </Link>
          </li>
        ))}
      </ul>
      {read.error && <ProblemBanner error={read.error} onRetry={() => void read.refetch()} />}
      {!read.data && !read.error && <WaitingRows count={4} />}
      {read.data && tickets.length === 0 && (
        <EmptyState title={words.empty[show]} {...(show === 'open' && { lead: words.emptyLead })} />
      )}
      {tickets.length > 0 && (
        <RowList label={adminPlaces.tabs.tickets}>
          {tickets.map((ticket) => (
            <TicketRow key={ticket.id} ticket={ticket} onOpen={() => open(ticket.id)} />
          ))}
        </RowList>
      )}
      {read.hasNextPage && (
        <Button
          className="justify-self-center"
          isBusy={read.isFetchingNextPage}
          onClick={() => void read.fetchNextPage()}
        >
          {words.more}
        </Button>
      )}
      {opened && <TicketDialog key={opened.id} ticket={opened} onClose={() => open()} />}
    </AdminFrame>
  )
}
