import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '#web/app/api.ts'
import { AdminsOnly, WritersOnly } from '#web/app/rights/only.tsx'
import type { Account } from '#web/compose/draft/draft.ts'
import { useMessages } from '#web/i18n/index.ts'
import type { Post } from '#web/posts/post-time.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { tellFailure } from '#web/ui/toast.tsx'

interface WayOnProps {
  readonly post: Post
  readonly target: Post['targets'][number]
  readonly account: Account | null
}

/** Offers the one step that lets a waiting post go on. Nothing helps while it only takes its time. */
export function WayOn({ post, target, account }: WayOnProps) {
  const { connections, queue, shell } = useMessages()
  const queries = useQueryClient()
  const retry = useMutation({
    mutationFn: () => api.retryPost({ id: post.id, platforms: [target.platform] }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['posts'] }),
    onError: (error) => tellFailure(shell.problem.title, error),
  })
  const { profileId, id: postId } = post
  if (account && account.status !== 'active')
    return (
      <AdminsOnly>
        <Link to="/p/$profileId/connections" params={{ profileId }} className={buttonLook('plain')}>
          {connections.reconnect}
        </Link>
      </AdminsOnly>
    )
  if (target.errorCode === 'approval_needed' || target.status === 'unknown')
    return (
      <Link to="/p/$profileId/posts/$postId" params={{ profileId, postId }} className={buttonLook('plain')}>
        {queue.look}
      </Link>
    )
  if (target.waitsFor?.reason !== 'retry') return null
  return (
    <WritersOnly>
      <Button isBusy={retry.isPending} onClick={() => retry.mutate()}>
        {queue.tryNow}
      </Button>
    </WritersOnly>
  )
}
