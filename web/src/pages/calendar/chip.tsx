import { memo, useState } from 'react'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { formatTime } from '#web/lib/time.ts'
import { LightLink } from '#web/posts/light-link.tsx'
import { MoveDialog } from '#web/posts/move-dialog.tsx'
import { PostLink } from '#web/posts/post-link.tsx'
import { PostMenu } from '#web/posts/post-menu.tsx'
import { approvalNoteOf } from '#web/posts/post-reason.ts'
import type { BriefPost } from '#web/posts/post-time.ts'
import { isMovable } from '#web/posts/use-move.ts'
import { NetworkMark, networks } from '#web/ui/marks/network-mark.tsx'
import { StatusIcon } from '#web/ui/marks/status-badge.tsx'
import { Thumbnail } from '#web/ui/marks/thumbnail.tsx'
import { ZonedTime } from '#web/ui/zone/zoned-time.tsx'
import type { CalendarPost } from './calendar-post.ts'
import { calendarTimeOf, type PlannedRun } from './calendar-posts.ts'

/** The media type that carries the ID of a dragged post. */
export const postType = 'application/x-posthorn-post'

/** Two lines: facts and text. What does not fit is cut off, so that all chips have one height. */
const chipStyle =
  'flex w-full min-w-0 items-center gap-1.5 rounded-sm px-1.5 text-xs -outline-offset-2 in-data-[span=week]:h-9.25'
const factsStyle = 'flex h-4 min-w-0 items-center gap-1 overflow-hidden'

interface ChipProps {
  readonly post: CalendarPost
  /** True while the post is being moved by keyboard. */
  readonly isCarried: boolean
  /** False if chips side by side are too narrow: their positions show the time. */
  readonly hasTime?: boolean
  /** True for the only post of a day, whose text may take two lines. */
  readonly isRoomy?: boolean
}

const tinted = 'bg-[color-mix(in_oklab,var(--c)_var(--tint),var(--surface))]'

/** Each state has its color. Published posts recede, and drafts have only a frame. */
const looks: Readonly<Record<BriefPost['status'], string>> = {
  draft: '[--c:var(--draft)] outline-dashed outline-1 outline-line-strong -outline-offset-1',
  scheduled: `[--c:var(--scheduled)] ${tinted}`,
  queued: `[--c:var(--publishing)] ${tinted}`,
  publishing: `[--c:var(--publishing)] ${tinted}`,
  published: '[--c:var(--published)] bg-[color-mix(in_oklab,var(--c)_5%,var(--surface))]',
  partial: `[--c:var(--partial)] ${tinted}`,
  failed: `[--c:var(--failed)] ${tinted}`,
  unknown: `[--c:var(--unknown)] ${tinted}`,
}

/** True for the states that the tint identifies. Most posts have one of them. */
const isUsual = (status: BriefPost['status']): boolean => status === 'scheduled' || status === 'published'

/** A post in the calendar: its time, networks, first image and words. One that is not published yet can be dragged. */
export const Chip = memo(function Chip({ post, isCarried, hasTime = true, isRoomy = false }: ChipProps) {
  const messages = useMessages()
  const { shell } = messages
  const { mayChange, mayWrite } = useRights()
  const [isMoving, setMoving] = useState(false)
  const text = post.content || shell.post.untitled
  const note = approvalNoteOf(post, messages)
  const isDraggable = mayWrite && mayChange(post) && isMovable(post)
  return (
    <div
      className={`group relative min-w-0 rounded-sm hover:shadow-[inset_0_0_0_1px_var(--line-2)] has-data-popup-open:shadow-[inset_0_0_0_1px_var(--line-2)] ${looks[post.status]} ${isCarried ? 'opacity-40' : ''}`}
    >
      <PostLink
        post={post}
        data-post={post.isLater ? undefined : post.id}
        draggable={isDraggable}
        onDragStart={(event) => event.dataTransfer.setData(postType, post.id)}
        title={note === null ? text : `${text}\n${note}`}
        className={`${chipStyle} ${isRoomy ? 'h-auto min-h-10 py-1' : 'h-10'} ${isDraggable ? 'cursor-grab' : ''}`}
      >
        {post.thumbnailUrl && hasTime && (
          <span className="hidden @min-[7.75rem]:block">
            <Thumbnail url={post.thumbnailUrl} />
          </span>
        )}
        {note !== null && !hasTime && <StatusIcon status="held" />}
        <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)]">
          <span className={`${factsStyle} ${hasTime ? '' : 'sr-only'}`}>
            {note === null
              ? !isUsual(post.status) && <StatusIcon status={post.status} />
              : hasTime && <StatusIcon status="held" />}
            <span className="sr-only">
              {shell.post.status[post.status]}
              {note && `. ${note}`}
            </span>
            <ZonedTime at={calendarTimeOf(post)} className="nums shrink-0 whitespace-nowrap font-semibold text-(--c)">
              {formatTime(calendarTimeOf(post))}
            </ZonedTime>
            {hasTime && <Networks post={post} />}
          </span>
          <span dir="auto" className={`font-medium ${isRoomy ? 'wrap-anywhere line-clamp-2' : 'truncate'}`}>
            {text}
          </span>
        </span>
      </PostLink>
      <PostMenu
        post={post}
        onMove={isMovable(post) ? () => setMoving(true) : undefined}
        triggerClass="absolute end-0.5 top-0.5 grid size-6 place-items-center rounded-sm bg-raised text-ink-2 opacity-0 shadow-[0_0_0_1px_var(--line-2)] focus-visible:opacity-100 group-hover:opacity-100 data-popup-open:opacity-100"
      />
      {isMoving && <MoveDialog post={post} onClose={() => setMoving(false)} />}
    </div>
  )
})

const maxNetworks = 3

/** The networks of a post, if the chip is wide enough: three, or two and the number of others. */
function Networks({ post }: Pick<ChipProps, 'post'>) {
  const names = [...new Set(post.targets.map(({ network }) => network))]
  const shown = names.slice(0, names.length > maxNetworks ? maxNetworks - 1 : maxNetworks)
  return (
    <span
      role="img"
      aria-label={names.map((network) => networks[network].name).join(', ')}
      className="nums ms-auto hidden items-center gap-1 font-medium text-2xs text-ink-3 @min-[7.75rem]:flex"
    >
      {shown.map((network) => (
        <NetworkMark key={network} network={network} className="size-3" />
      ))}
      {names.length > shown.length && <span>+{names.length - shown.length}</span>}
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
      className={`${chipStyle} h-10 border border-line-2 border-dashed text-ink-3 hover:bg-sunken`}
    >
      <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)]">
        <span className={factsStyle}>
          <Icon name="repeat" className="size-3.5" />
          <span className="sr-only">{calendar.repeats}</span>
          <ZonedTime at={at} className="nums shrink-0 whitespace-nowrap font-semibold">
            {formatTime(at)}
          </ZonedTime>
        </span>
        <span dir="auto" className="truncate">
          {text}
        </span>
      </span>
    </LightLink>
  )
}
