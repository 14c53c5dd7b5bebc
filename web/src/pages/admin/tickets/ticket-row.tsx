import { useMessages } from '#web/i18n/index.ts'
import { formatDistance } from '#web/lib/time.ts'
import { OneLine } from '#web/ui/one-line.tsx'
import { Tag } from '#web/ui/tag.tsx'
import type { Ticket } from './use-tickets.ts'

interface RowProps {
  readonly ticket: Ticket
  readonly onOpen: () => void
}

/** A ticket: what somebody wrote, what it is about, and what has been done. */
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
