import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { formatDay, formatTime } from '#web/lib/time.ts'
import { PostMenu } from '#web/posts/post-menu.tsx'
import { type Post, timeOf } from '#web/posts/post-time.ts'
import { StatusIcon } from '#web/ui/marks/status-badge.tsx'
import { MoveDialog } from './move-dialog.tsx'

/** The posts of a month in their order, by day. */
export function Agenda({ days }: { readonly days: ReadonlyMap<string, readonly Post[]> }) {
  const { calendar, shell } = useMessages()
  const [moving, setMoving] = useState<Post | null>(null)
  if (days.size === 0) return <p className="text-ink-3">{calendar.empty}</p>
  return (
    <div className="grid gap-6">
      {[...days].map(([key, posts]) => (
        <section key={key} aria-label={formatDay(new Date(`${key}T00:00`))} className="grid gap-2">
          <h2 className="font-medium text-ink-2">{formatDay(new Date(`${key}T00:00`))}</h2>
          <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
            {posts.map((post) => (
              <li key={post.id} className="flex items-center gap-2 pe-1">
                <Link
                  to="/p/$profileId/posts/$postId"
                  params={{ profileId: post.profileId, postId: post.id }}
                  className="flex min-h-12 min-w-0 flex-1 items-center gap-3 py-2 ps-4 hover:bg-sunken"
                >
                  <StatusIcon status={post.status} />
                  <span className="sr-only">{shell.post.status[post.status]}</span>
                  <span className="nums w-14 shrink-0 text-ink-3">{formatTime(timeOf(post))}</span>
                  <span dir="auto" className="min-w-0 truncate">
                    {post.content || shell.post.untitled}
                  </span>
                </Link>
                <PostMenu post={post} onMove={post.status === 'scheduled' ? () => setMoving(post) : undefined} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {moving && <MoveDialog post={moving} onClose={() => setMoving(null)} />}
    </div>
  )
}
