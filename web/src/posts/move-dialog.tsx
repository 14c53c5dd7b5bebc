import { useMessages } from '#web/i18n/index.ts'
import { now } from '#web/lib/clock.ts'
import type { BriefPost } from '#web/posts/post-time.ts'
import { TimeDialog } from '#web/posts/time-dialog.tsx'
import { useMove } from '#web/posts/use-move.ts'

/** Asks for another time: moves a post without dragging. */
export function MoveDialog({ post, onClose }: { readonly post: BriefPost; readonly onClose: () => void }) {
  const { posts } = useMessages()
  const move = useMove()
  return (
    <TimeDialog
      title={posts.moveTo}
      at={post.scheduledAt ?? new Date(now()).toISOString()}
      onSave={(at) => void move(post, at)}
      onClose={onClose}
    />
  )
}
