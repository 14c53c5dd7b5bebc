import { useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { dayKey } from '#web/lib/day.ts'
import { groupBy } from '#web/lib/group-by.ts'
import { formatTime } from '#web/lib/time.ts'
import { DayHeading, useDayName } from '#web/posts/day-heading.tsx'
import { MoveDialog } from '#web/posts/move-dialog.tsx'
import { PostRow } from '#web/posts/post-row.tsx'
import { type Post, timeOf } from '#web/posts/post-time.ts'

interface NextProps {
  readonly posts: readonly Post[]
  /** True while the posts of another account are still shown. */
  readonly isDimmed: boolean
}

/** The scheduled posts: one card, with a heading for each day. */
export function NextPosts({ posts, isDimmed }: NextProps) {
  const { queue } = useMessages()
  const nameOf = useDayName()
  const [moving, setMoving] = useState<Post | null>(null)
  if (posts.length === 0) return null
  const days = groupBy(posts, (post) => dayKey(new Date(timeOf(post))))
  return (
    <div
      aria-busy={isDimmed}
      className={`overflow-clip rounded-lg bg-surface shadow-1 ring-1 ring-line ${isDimmed ? 'opacity-60' : ''}`}
    >
      {[...days].map(([key, ofDay]) => (
        <section key={key} aria-label={nameOf(key)} className="border-line border-t first:border-t-0">
          <DayHeading day={key} count={queue.count(ofDay.length)} />
          <ul aria-label={nameOf(key)} className="divide-y divide-line [&>li]:grid-cols-[minmax(0,1fr)]">
            {ofDay.map((post) => (
              <li key={post.id}>
                <PostRow post={post} time={formatTime(timeOf(post))} onMove={() => setMoving(post)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {moving && <MoveDialog post={moving} onClose={() => setMoving(null)} />}
    </div>
  )
}
