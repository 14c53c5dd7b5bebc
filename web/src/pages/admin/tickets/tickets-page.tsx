import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMessages } from '#web/i18n/index.ts'
import { formatNumber } from '#web/lib/number.ts'
import { formatDistance } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { RowList } from '#web/ui/card.tsx'
import { choiceBarStyle, choiceStyle } from '#web/ui/choice/choice-bar.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { AdminFrame } from '../admin-frame.tsx'
import { TicketDialog } from './ticket-dialog.tsx'
import { ticketStates } from './tickets-search.ts'
import { type Ticket, useTickets } from './use-tickets.ts'

const route = '/p/$profileId/admin/tickets'

/** Lists what users have reported. The state and the open ticket are in the URL. */
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
      <ul className={choiceBarStyle}>
        {ticketStates.map((state) => (
          <li key={state}>
            <Link
              to={route}
              params={{ profileId }}
              search={searchOf(state)}
              activeOptions={{ exact: true, includeSearch: true }}
              className={choiceStyle}
            >
              {words.states[state]}
            </Link>
          </li>
        ))}
      </ul>
      {read.error && <ProblemBanner error={read.error} onRetry={() => void read.refetch()} />}
      {!read.data && !read.error && <WaitingRows count={4} />}
      {read.data && tickets.length === 0 && (
        <EmptyState icon="comment" title={words.empty[show]} {...(show === 'open' && { lead: words.emptyLead })} />
      )}
      {read.data && tickets.length === 0 && show === 'open' && <Explanation />}
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

/** Explains the life of a ticket while there is none. */
function Explanation() {
  const { how } = useMessages('admin').admin.tickets
  return (
    <ol className="grid gap-px overflow-hidden rounded-lg bg-line shadow-1 ring-1 ring-line sm:grid-cols-3">
      {Object.values(how).map(({ name, about }, nth) => (
        <li key={name} className="grid content-start gap-1 bg-surface px-4 py-4">
          <span className="nums mb-1 grid size-6 place-items-center rounded-full bg-brand-tint font-semibold text-brand text-xs">
            {formatNumber(nth + 1)}
          </span>
          <span className="font-medium">{name}</span>
          <span className="text-ink-2 text-sm">{about}</span>
        </li>
      ))}
    </ol>
  )
}

interface RowProps {
  readonly ticket: Ticket
  readonly onOpen: () => void
}

/** A ticket: its text, its subject, and what has been done. */
export function TicketRow({ ticket, onOpen }: RowProps) {
  const words = useMessages('admin').admin.tickets
  const { kind, message, createdAt, answeredAt, assigneeUid, note } = ticket
  const kinds: Readonly<Record<string, string>> = words.kinds
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="flex min-h-14 w-full flex-wrap items-center gap-x-4 gap-y-1.5 px-4 py-2.5 text-start hover:bg-sunken"
      >
        <span className="grid min-w-0 flex-1 basis-64">
          <bdi className="line-clamp-2 break-words font-medium">{message}</bdi>
          <span className="nums text-ink-3 text-sm">
            {kinds[kind] ?? kind} · {formatDistance(createdAt)}
          </span>
          {note && <OneLine className="text-ink-2 text-sm">{note}</OneLine>}
        </span>
        <span className="flex flex-wrap gap-1.5">
          {answeredAt && <Tag tone="good">{words.answered}</Tag>}
          <Tag tone={assigneeUid ? 'busy' : 'waiting'}>{assigneeUid ? words.taken : words.free}</Tag>
        </span>
      </button>
    </li>
  )
}
