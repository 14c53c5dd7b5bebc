import { type DragEvent, useEffect, useRef, useState } from 'react'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { dayKey } from '#web/lib/day.ts'
import { groupBy } from '#web/lib/group-by.ts'
import { formatTime } from '#web/lib/time.ts'
import { DayHeading, useDayName } from '#web/posts/day-heading.tsx'
import { MoveDialog } from '#web/posts/move-dialog.tsx'
import { approvalNoteOf } from '#web/posts/post-reason.ts'
import { PostRow } from '#web/posts/post-row.tsx'
import { type Post, timeOf } from '#web/posts/post-time.ts'
import type { Slot } from '#web/posts/times/slot-queries.ts'
import { useHoldWords } from '#web/posts/times/use-hold-words.ts'
import { FreeRow } from './times/free-row.tsx'
import { PlaceHandle, placeType } from './times/place-handle.tsx'

interface NextProps {
  readonly profileId: string
  readonly posts: readonly Post[]
  /** The times of the shown plan, as far as the posts are known. */
  readonly slots: readonly Slot[]
  /** True while the posts of another account are still shown. */
  readonly isDimmed: boolean
  readonly onFill: (at: string) => void
  readonly onPlace: (postId: string, beforeId: string | null) => Promise<void>
}

interface Entry {
  readonly at: string
  readonly post: Post | null
  readonly slot: Slot | null
}

/** The scheduled posts and the free times between them: one card, with a heading for each day. */
export function NextPosts({ profileId, posts, slots: times, isDimmed, onFill, onPlace }: NextProps) {
  const { queue, slots } = useMessages()
  const { mayPublish } = useRights()
  const nameOf = useDayName()
  const sayHolds = useHoldWords(profileId)
  const [moving, setMoving] = useState<Post | null>(null)
  const { place, list } = useFocusedPlace(onPlace)
  const entries = merge(posts, times)
  if (entries.length === 0) return null
  const days = groupBy(entries, ({ at }) => dayKey(new Date(at)))
  const order = entries.flatMap(({ post, slot }) => (post && slot?.isPlanned ? [post.id] : []))
  const count = (ofDay: readonly Entry[]): string => {
    const filled = ofDay.filter(({ post }) => post !== null).length
    const free = ofDay.length - filled
    return [filled > 0 || free === 0 ? queue.count(filled) : '', free > 0 ? slots.freeCount(free) : '']
      .filter(Boolean)
      .join(' · ')
  }
  return (
    <div
      ref={list}
      aria-busy={isDimmed}
      className={`overflow-clip rounded-lg bg-surface shadow-1 ring-1 ring-line ${isDimmed ? 'opacity-60' : ''}`}
    >
      {[...days].map(([key, ofDay]) => (
        <section key={key} aria-label={nameOf(key)} className="border-line border-t first:border-t-0">
          <DayHeading day={key} count={count(ofDay)} />
          <ul aria-label={nameOf(key)} className="divide-y divide-line [&>li]:grid-cols-[minmax(0,1fr)]">
            {ofDay.map(({ at, post, slot }) =>
              post === null ? (
                <li key={at}>
                  <FreeRow
                    at={at}
                    hold={sayHolds(slot?.holds ?? [])}
                    onFill={mayPublish ? () => onFill(at) : undefined}
                  />
                </li>
              ) : (
                <PlacedPost
                  key={post.id}
                  post={post}
                  hold={sayHolds((slot?.holds ?? []).filter(({ code }) => code !== 'approval'))}
                  order={mayPublish && slot?.isPlanned && order.length > 1 ? order : null}
                  onPlace={place}
                  onMove={() => setMoving(post)}
                />
              ),
            )}
          </ul>
        </section>
      ))}
      {moving && <MoveDialog post={moving} onClose={() => setMoving(null)} />}
    </div>
  )
}

interface PlacedProps {
  readonly post: Post
  readonly hold: string | null
  /** The posts of the plan, in order. Null for a post that the plan cannot move. */
  readonly order: readonly string[] | null
  readonly onPlace: (postId: string, beforeId: string | null) => void
  readonly onMove: () => void
}

/** A scheduled post. If a plan has placed it, it can be dragged to the place of another. */
function PlacedPost({ post, hold, order, onPlace, onMove }: PlacedProps) {
  const messages = useMessages()
  const { shell } = messages
  const [isOver, setOver] = useState(false)
  const zone = order && {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(placeType)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      const moved = event.dataTransfer.getData(placeType)
      if (moved !== post.id) onPlace(moved, targetOf(order, moved, post.id))
    },
  }
  return (
    <li {...zone} className={`relative ${isOver ? 'bg-brand/10' : ''}`}>
      {order && (
        <PlaceHandle name={post.content || shell.post.untitled} postId={post.id} order={order} onMove={onPlace} />
      )}
      <div className={order ? 'ps-3' : ''}>
        <PostRow
          post={post}
          time={formatTime(timeOf(post))}
          {...(hold !== null && {
            reason: { text: [approvalNoteOf(post, messages), hold].filter(Boolean).join(' · '), color: 'var(--held)' },
          })}
          onMove={onMove}
        />
      </div>
    </li>
  )
}

/** A post that is dragged down takes the place of the other, which moves up. */
function targetOf(order: readonly string[], moved: string, target: string): string | null {
  const isDown = order.indexOf(moved) < order.indexOf(target)
  return isDown ? (order[order.indexOf(target) + 1] ?? null) : target
}

/** Merges the posts with the free times, by time. */
function merge(posts: readonly Post[], times: readonly Slot[]): readonly Entry[] {
  const slotOf = new Map(times.flatMap((slot) => (slot.postId === null ? [] : [[slot.postId, slot] as const])))
  const free = times.filter(({ postId }) => postId === null)
  return [
    ...posts.map((post): Entry => ({ at: timeOf(post), post, slot: slotOf.get(post.id) ?? null })),
    ...free.map((slot): Entry => ({ at: slot.at, post: null, slot })),
  ].sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

/** Returns the focus to the handle of a post after it has moved, also to another day. */
function useFocusedPlace(onPlace: NextProps['onPlace']) {
  const list = useRef<HTMLDivElement>(null)
  const [placed, setPlaced] = useState<{ readonly id: string } | null>(null)
  useEffect(() => {
    if (placed) list.current?.querySelector<HTMLElement>(`[data-place="${placed.id}"] button`)?.focus()
  }, [placed])
  const place = (postId: string, beforeId: string | null) =>
    void onPlace(postId, beforeId).then(() => setPlaced({ id: postId }))
  return { place, list }
}
