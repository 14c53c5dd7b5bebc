import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { nowDate } from '#web/lib/clock.ts'
import { addDays, dayKey, dayOfMonth, startOfDay } from '#web/lib/day.ts'
import { groupBy } from '#web/lib/group-by.ts'
import { formatWeekday } from '#web/lib/time.ts'
import { PostLink } from '#web/posts/post-link.tsx'
import { approvalNoteOf } from '#web/posts/post-reason.ts'
import { linkStyle } from '#web/ui/button.tsx'
import { StatusIcon } from '#web/ui/marks/status-badge.tsx'
import { Section } from '#web/ui/section.tsx'

const dayCount = 7
const shownOfDay = 4
/** The number of outlines on each day of a week without posts. */
const ghosts = [0, 2, 1, 0, 2, 1, 0]

/** The posts of the next seven days. */
export const weekQuery = (profileId: string, from: string) =>
  queryOptions({
    queryKey: ['posts', profileId, 'home', 'week', from],
    queryFn: async () => {
      const first = startOfDay(from)
      const span = { from: first.toISOString(), to: addDays(first, dayCount).toISOString() }
      return (await api.listPostSummaries({ profileId, sort: 'scheduledAt', ...span })).posts
    },
  })

type Planned = Awaited<ReturnType<typeof api.listPostSummaries>>['posts'][number]

interface StripProps {
  readonly profileId: string
  /** True before the first post: the week shows where posts will be. */
  readonly isFirst?: boolean
}

/** The coming week at a glance: a picture for each post, linked to its page. */
export function WeekStrip({ profileId, isFirst = false }: StripProps) {
  const { home } = useMessages()
  const today = dayKey(nowDate())
  const { data = [] } = useQuery(weekQuery(profileId, today))
  const byDay = groupBy(data, ({ scheduledAt }) => dayKey(new Date(scheduledAt ?? 0)))
  const days = Array.from({ length: dayCount }, (_, nth) => addDays(startOfDay(today), nth))
  return (
    <Section
      title={home.thisWeek}
      actions={
        <Link to="/p/$profileId/calendar" params={{ profileId }} className={linkStyle}>
          {home.openCalendar}
        </Link>
      }
    >
      {isFirst && <p className="-mt-1 text-ink-2">{home.weekHere}</p>}
      <ol
        aria-label={home.thisWeek}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a narrow strip, even one without posts.
        tabIndex={0}
        className="grid grid-cols-[repeat(7,minmax(4.5rem,1fr))] divide-x divide-line overflow-x-auto rounded-lg bg-surface shadow-1 ring-1 ring-line [scrollbar-width:none]"
      >
        {days.map((day, nth) => (
          <StripDay
            key={dayKey(day)}
            profileId={profileId}
            day={day}
            posts={byDay.get(dayKey(day)) ?? []}
            ghosts={isFirst ? (ghosts[nth] ?? 0) : 0}
          />
        ))}
      </ol>
    </Section>
  )
}

interface DayProps {
  readonly profileId: string
  readonly day: Date
  readonly posts: readonly Planned[]
  readonly ghosts: number
}

function StripDay({ profileId, day, posts, ghosts }: DayProps) {
  const isToday = dayKey(day) === dayKey(nowDate())
  const more = posts.length - shownOfDay
  return (
    <li className="grid min-h-27 content-start gap-2 p-2.5">
      <span className={`font-medium text-xs ${isToday ? 'text-brand' : 'text-ink-3'}`}>
        {formatWeekday(day)} {dayOfMonth(day)}
      </span>
      <span className="flex flex-wrap gap-1">
        {posts.slice(0, shownOfDay).map((post) => (
          <PlannedPicture key={post.id} profileId={profileId} post={post} />
        ))}
        {Array.from({ length: posts.length === 0 ? ghosts : 0 }, (_, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the outlines do not differ
          <span key={nth} aria-hidden="true" className="size-9 rounded-sm border border-line-2 border-dashed" />
        ))}
        {more > 0 && (
          <span className="nums grid size-9 place-items-center font-medium text-ink-3 text-xs">+{more}</span>
        )}
      </span>
    </li>
  )
}

/** The picture of a post, or the icon of its state. */
function PlannedPicture({ profileId, post }: { readonly profileId: string; readonly post: Planned }) {
  const messages = useMessages()
  const { thumbnailUrl } = post
  const text = post.content || messages.shell.post.untitled
  const note = approvalNoteOf({ ...post, profileId, deletedAt: null }, messages)
  const name = note === null ? text : `${text}\n${note}`
  return (
    <PostLink
      post={{ id: post.id, profileId }}
      aria-label={name}
      title={name}
      className="relative grid size-9 place-items-center overflow-hidden rounded-sm bg-sunken"
    >
      {thumbnailUrl ? (
        <img src={thumbnailUrl} alt="" className="size-full object-cover" />
      ) : (
        <StatusIcon status={note === null ? post.status : 'held'} />
      )}
      {thumbnailUrl && note !== null && (
        <span className="absolute end-0.5 top-0.5 rounded-full bg-raised">
          <StatusIcon status="held" />
        </span>
      )}
    </PostLink>
  )
}
