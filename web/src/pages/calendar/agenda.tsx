import { useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { dayKey } from '#web/lib/day.ts'
import { formatDay, formatTime } from '#web/lib/time.ts'
import { EmptyPosts } from '#web/posts/empty-posts.tsx'
import { LightLink } from '#web/posts/light-link.tsx'
import { MoveDialog } from '#web/posts/move-dialog.tsx'
import { PostLink } from '#web/posts/post-link.tsx'
import { PostMenu } from '#web/posts/post-menu.tsx'
import { PostNetworks } from '#web/posts/post-networks.tsx'
import type { BriefPost } from '#web/posts/post-time.ts'
import { isMovable } from '#web/posts/use-move.ts'
import { Button } from '#web/ui/button.tsx'
import { StatusIcon } from '#web/ui/marks/status-badge.tsx'
import { Near } from '#web/ui/near.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { BandLine } from './bands/band-marks.tsx'
import { type Band, isFirstDay } from './bands/bands.ts'
import { calendarTimeOf, type DayPlan, inOrder, type PlannedRun } from './calendar-posts.ts'

interface AgendaProps {
  readonly profileId: string
  readonly days: readonly Date[]
  /** The first day of the list. Earlier days are one click away. */
  readonly from: string
  readonly planOf: (day: Date) => DayPlan
  readonly bandsOf: (day: Date) => readonly Band[]
}

const titleHeight = 32
const rowHeight = 49

/** The calendar as a list by day, starting today. Days without posts are omitted. */
export function Agenda({ profileId, days, from, planOf, bandsOf }: AgendaProps) {
  const { calendar } = useMessages()
  const [moving, setMoving] = useState<BriefPost | null>(null)
  const [isExpanded, setExpanded] = useState(false)
  const plans = days
    .map((day) => ({ day, plan: planOf(day), bands: bandsOf(day) }))
    .filter(
      ({ day, plan, bands }) => plan.posts.length + plan.runs.length > 0 || bands.some((band) => isFirstDay(band, day)),
    )
  const sizeOf = ({ posts, runs }: DayPlan) => titleHeight + (posts.length + runs.length) * rowHeight
  if (plans.length === 0)
    return <EmptyPosts profileId={profileId} icon="calendar" title={calendar.empty} lead={calendar.emptyLead} />
  const coming = plans.filter(({ day }) => dayKey(day) >= from)
  const hasEarlier = coming.length > 0 && coming.length < plans.length
  const shown = hasEarlier && !isExpanded ? coming : plans
  return (
    <div className="grid gap-6">
      {hasEarlier && (
        <Button className="justify-self-start" aria-expanded={isExpanded} onClick={() => setExpanded(!isExpanded)}>
          <Icon name="chevron" className={`size-4 ${isExpanded ? 'rotate-180' : ''}`} />
          {calendar.earlierDays}
        </Button>
      )}
      {shown.map(({ day, plan, bands }, nth) => (
        <Near key={dayKey(day)} guess={sizeOf(plan)} isFirst={nth === 0}>
          {() => <AgendaDay profileId={profileId} day={day} plan={plan} bands={bands} onMove={setMoving} />}
        </Near>
      ))}
      {moving && <MoveDialog post={moving} onClose={() => setMoving(null)} />}
    </div>
  )
}

interface DayProps {
  readonly profileId: string
  readonly day: Date
  readonly plan: DayPlan
  readonly bands: readonly Band[]
  readonly onMove: (post: BriefPost) => void
}

function AgendaDay({ profileId, day, plan, bands, onMove }: DayProps) {
  const things = inOrder(plan)
  return (
    <section aria-label={formatDay(day)} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 className="font-medium text-ink-2">{formatDay(day)}</h2>
      {bands.map((band) => (
        <BandLine key={band.key} band={band} day={day} />
      ))}
      {things.length > 0 && (
        <ul className="@container divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
          {things.map(({ at, post, run }) => (
            <li key={post?.id ?? `${run?.ruleId} ${at}`} className="flex items-center gap-2 pe-1 hover:bg-sunken">
              {post && <AgendaLink post={post} />}
              {post && <PostMenu post={post} onMove={isMovable(post) ? () => onMove(post) : undefined} />}
              {run && <RunLink profileId={profileId} run={run} />}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const rowStyle = 'flex min-h-12 min-w-0 flex-1 items-center gap-3 py-2 ps-4 -outline-offset-2'

/** A time at which a post will repeat, linked to its rule. */
function RunLink({ profileId, run: { ruleId, at, name } }: { readonly profileId: string; readonly run: PlannedRun }) {
  const { calendar, recurring } = useMessages()
  return (
    <LightLink href={`/p/${profileId}/recurring?rule=${ruleId}`} className={`${rowStyle} pe-3 text-ink-3`}>
      <Icon name="repeat" className="size-4" />
      <span className="nums min-w-11 shrink-0 whitespace-nowrap">{formatTime(at)}</span>
      <OneLine className="flex-1 text-ink-2">{name || recurring.title}</OneLine>
      <span className="shrink-0 text-sm">{calendar.repeats}</span>
    </LightLink>
  )
}

function AgendaLink({ post }: { readonly post: BriefPost }) {
  const { shell } = useMessages()
  return (
    <PostLink post={post} className={rowStyle}>
      <StatusIcon status={post.status} />
      <span className="sr-only">{shell.post.status[post.status]}</span>
      <span className="nums min-w-11 shrink-0 whitespace-nowrap text-ink-3">{formatTime(calendarTimeOf(post))}</span>
      {/* On a phone the networks are below the text, because they do not fit next to it. */}
      <span className="flex min-w-0 flex-1 flex-col gap-1 sm:flex-row sm:items-center sm:gap-3">
        <OneLine className={`sm:flex-1 ${post.status === 'draft' ? 'text-ink-3' : ''}`}>
          {post.content || shell.post.untitled}
        </OneLine>
        <PostNetworks post={post} />
      </span>
    </PostLink>
  )
}
