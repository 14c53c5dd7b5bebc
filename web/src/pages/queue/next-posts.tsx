import { useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { nowDate } from '#web/lib/clock.ts'
import { dayKey, startOfDay } from '#web/lib/day.ts'
import { groupBy } from '#web/lib/lists/group-by.ts'
import { formatDay, formatTime } from '#web/lib/time.ts'
import { MoveDialog } from '#web/posts/move-dialog.tsx'
import { PostRow } from '#web/posts/post-row.tsx'
import { type Post, timeOf } from '#web/posts/post-time.ts'
import { RowList } from '#web/ui/card.tsx'

interface NextProps {
  readonly posts: readonly Post[]
  /** True while these are the posts of another account. */
  readonly isDimmed: boolean
}

/** The posts that are planned, by day. */
export function NextPosts({ posts, isDimmed }: NextProps) {
  const { calendar, queue } = useMessages()
  const [moving, setMoving] = useState<Post | null>(null)
  const days = groupBy(posts, (post) => dayKey(new Date(timeOf(post))))
  const nameOf = (key: string) =>
    key === dayKey(nowDate()) ? `${calendar.today} · ${formatDay(startOfDay(key))}` : formatDay(startOfDay(key))
  return (
    <div aria-busy={isDimmed} className={`grid grid-cols-[minmax(0,1fr)] gap-6 ${isDimmed ? 'opacity-60' : ''}`}>
      {[...days].map(([key, ofDay]) => (
        <section key={key} aria-label={nameOf(key)} className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <h2 className="flex items-baseline gap-2 font-medium text-ink-2">
            {nameOf(key)}
            {ofDay.length > 1 && (
              <span className="nums font-normal text-ink-3 text-sm">{queue.count(ofDay.length)}</span>
            )}
          </h2>
          <RowList label={nameOf(key)}>
            {ofDay.map((post) => (
              <li key={post.id}>
                <PostRow post={post} usual="scheduled" time={formatTime(timeOf(post))} onMove={() => setMoving(post)} />
              </li>
            ))}
          </RowList>
        </section>
      ))}
      {moving && <MoveDialog post={moving} onClose={() => setMoving(null)} />}
    </div>
  )
}
