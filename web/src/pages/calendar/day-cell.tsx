import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { dayKey } from '#web/lib/day.ts'
import { formatDay } from '#web/lib/time.ts'
import type { Post } from '#web/posts/post-time.ts'
import { Chip, postType } from './chip.tsx'

const shown = 3

interface CellProps {
  readonly profileId: string
  readonly day: Date
  readonly isOutside: boolean
  readonly posts: readonly Post[]
  readonly onDrop: (postId: string) => void
}

/** A day of the month: its posts, and the way to write one for it. A post that is dropped here keeps its time of day. */
export function DayCell({ profileId, day, isOutside, posts, onDrop }: CellProps) {
  const { calendar } = useMessages()
  const [isOver, setOver] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const key = dayKey(day)
  const isToday = key === dayKey(new Date())
  const visible = isOpen ? posts : posts.slice(0, shown)
  return (
    <td
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(postType)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onDrop(event.dataTransfer.getData(postType))
      }}
      className={`h-28 border-line border-b align-top not-last:border-e ${isOver ? 'bg-brand/10' : isOutside ? 'bg-bg' : ''}`}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-0.5 p-1">
        <Link
          to="/p/$profileId/compose"
          params={{ profileId }}
          search={{ day: key }}
          aria-label={`${calendar.newHere}: ${formatDay(day)}`}
          className={`nums grid size-6 place-items-center rounded-full text-xs hover:bg-sunken ${
            isToday ? 'bg-brand font-semibold text-on-brand' : isOutside ? 'text-ink-3' : 'text-ink-2'
          }`}
        >
          {day.getDate()}
        </Link>
        {visible.map((post) => (
          <Chip key={post.id} post={post} />
        ))}
        {posts.length > visible.length && (
          <button
            type="button"
            onClick={() => setOpen(true)}
            className="min-h-6 rounded-sm px-1 text-start text-ink-2 text-xs hover:bg-sunken"
          >
            {calendar.more(posts.length - visible.length)}
          </button>
        )}
      </div>
    </td>
  )
}
