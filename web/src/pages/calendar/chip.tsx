import { memo, useState } from 'react'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { formatTime } from '#web/lib/time.ts'
import { LightLink } from '#web/posts/light-link.tsx'
import { MoveDialog } from '#web/posts/move-dialog.tsx'
import { PostLink } from '#web/posts/post-link.tsx'
import { PostMenu } from '#web/posts/post-menu.tsx'
import type { BriefPost } from '#web/posts/post-time.ts'
import { isMovable } from '#web/posts/use-move.ts'
import { networks } from '#web/ui/marks/network-mark.tsx'
import { StatusIcon } from '#web/ui/marks/status-badge.tsx'
import { calendarTimeOf, type PlannedRun } from './calendar-posts.ts'

/** The media type that carries the ID of a dragged post. */
export const postType = 'application/x-posthorn-post'

/** One line with status, time and networks, and one with text. A chip in the week is as tall as `chipMinutes`. */
const chipStyle =
  'flex min-w-0 flex-wrap items-center gap-x-1.5 rounded-sm px-1 py-1 text-xs -outline-offset-2 in-data-[span=week]:py-0.5'
const chipTextStyle = 'min-w-0 basis-full truncate'

interface ChipProps {
  readonly post: BriefPost
  /** True while the post is being moved by keyboard. */
  readonly isCarried: boolean
  /** False if chips side by side are too narrow: their positions show the time. */
  readonly hasTime?: boolean
}

/** Highlights future posts and those that need attention over published ones. */
const tints: Readonly<Partial<Record<BriefPost['status'], string>>> = {
  scheduled: 'bg-scheduled/8',
  queued: 'bg-publishing/8',
  publishing: 'bg-publishing/8',
  partial: 'bg-partial/12',
  failed: 'bg-failed/10',
  unknown: 'bg-unknown/10',
}

const maxLetters = 3

/** A post in the calendar: its state, its time and its first words. One that is not published yet can be dragged. */
export const Chip = memo(function Chip({ post, isCarried, hasTime = true }: ChipProps) {
  const { shell } = useMessages()
  const { mayWrite } = useRights()
  const [isMoving, setMoving] = useState(false)
  const text = post.content || shell.post.untitled
  return (
    <div
      className={`group relative flex min-w-0 items-center rounded-sm hover:bg-sunken has-data-popup-open:bg-sunken ${tints[post.status] ?? ''} ${isCarried ? 'opacity-40' : ''}`}
    >
      <PostLink
        post={post}
        data-post={post.id}
        draggable={mayWrite && isMovable(post)}
        onDragStart={(event) => event.dataTransfer.setData(postType, post.id)}
        title={text}
        className={`${chipStyle} flex-1 group-hover:pe-7 group-has-data-popup-open:pe-7 ${post.status === 'draft' ? 'text-ink-3' : ''}`}
      >
        <StatusIcon status={post.status} />
        <span className="sr-only">{shell.post.status[post.status]}</span>
        <span className={`nums whitespace-nowrap text-ink-3 ${hasTime ? '' : 'sr-only'}`}>
          {formatTime(calendarTimeOf(post))}
        </span>
        {hasTime && <Letters post={post} />}
        <span dir="auto" className={chipTextStyle}>
          {text}
        </span>
      </PostLink>
      <PostMenu
        post={post}
        onMove={isMovable(post) ? () => setMoving(true) : undefined}
        triggerClass="absolute end-0 top-0 grid h-full min-h-6 w-6 place-items-center rounded-sm bg-sunken text-ink-2 opacity-0 focus-visible:opacity-100 group-hover:opacity-100 data-popup-open:opacity-100"
      />
      {isMoving && <MoveDialog post={post} onClose={() => setMoving(false)} />}
    </div>
  )
})

/** The networks of a post as letters, if the cells are wide enough. */
function Letters({ post }: Pick<ChipProps, 'post'>) {
  const names = [...new Set(post.targets.map(({ network }) => network))]
  const more = names.length - maxLetters
  return (
    <span
      role="img"
      aria-label={names.map((network) => networks[network].name).join(', ')}
      className="nums ms-auto hidden gap-1 text-[0.625rem] text-ink-3 xl:flex"
    >
      {names.slice(0, maxLetters).map((network) => (
        <span key={network}>{networks[network].letters}</span>
      ))}
      {more > 0 && <span>+{more}</span>}
    </span>
  )
}

interface RunProps {
  readonly profileId: string
  readonly run: PlannedRun
}

/** A time at which a post will repeat. It becomes a separate post then, and links to its rule until it does. */
export function RunChip({ profileId, run: { ruleId, at, name } }: RunProps) {
  const { calendar, recurring } = useMessages()
  const text = name || recurring.title
  return (
    <LightLink
      href={`/p/${profileId}/recurring?rule=${ruleId}`}
      title={`${calendar.repeats}: ${text}`}
      className={`${chipStyle} border border-line-strong border-dashed text-ink-3 hover:bg-sunken`}
    >
      <Icon name="repeat" className="size-3.5" />
      <span className="sr-only">{calendar.repeats}</span>
      <span className="nums whitespace-nowrap">{formatTime(at)}</span>
      <span dir="auto" className={chipTextStyle}>
        {text}
      </span>
    </LightLink>
  )
}
