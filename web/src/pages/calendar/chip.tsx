import { Link } from '@tanstack/react-router'
import { useMessages } from '#web/i18n/index.ts'
import { formatTime } from '#web/lib/time.ts'
import { type Post, timeOf } from '#web/posts/post-time.ts'
import { StatusIcon } from '#web/ui/marks/status-badge.tsx'

/** The type under which a dragged post carries its id. */
export const postType = 'application/x-posthorn-post'

/** A post in the calendar: its state, its time, and how it begins. A scheduled one can be dragged to another day. */
export function Chip({ post }: { readonly post: Post }) {
  const { shell } = useMessages()
  const text = post.content || shell.post.untitled
  return (
    <Link
      to="/p/$profileId/posts/$postId"
      params={{ profileId: post.profileId, postId: post.id }}
      draggable={post.status === 'scheduled'}
      onDragStart={(event) => event.dataTransfer.setData(postType, post.id)}
      title={text}
      className="flex min-h-6 items-center gap-1.5 rounded-sm px-1 text-xs hover:bg-sunken"
    >
      <StatusIcon status={post.status} />
      <span className="sr-only">{shell.post.status[post.status]}</span>
      <span className="nums whitespace-nowrap text-ink-3">{formatTime(timeOf(post))}</span>
      <span dir="auto" className="min-w-0 truncate">
        {text}
      </span>
    </Link>
  )
}
