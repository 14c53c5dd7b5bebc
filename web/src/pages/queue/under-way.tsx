import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '#web/app/api.ts'
import { AdminsOnly, PublishersOnly } from '#web/app/rights/only.tsx'
import type { Account } from '#web/compose/draft/draft.ts'
import { useMessages } from '#web/i18n/index.ts'
import { formatDistance } from '#web/lib/time.ts'
import { PostRow } from '#web/posts/post-row.tsx'
import type { Post } from '#web/posts/post-time.ts'
import { Button, smallButtonStyle } from '#web/ui/button.tsx'
import { RowList } from '#web/ui/card.tsx'
import { AccountName, NetworkName } from '#web/ui/marks/account-name.tsx'
import { StatusBadge } from '#web/ui/marks/status-badge.tsx'
import { tellFailure } from '#web/ui/toast.tsx'

type Target = Post['targets'][number]

interface UnderWayProps {
  readonly posts: readonly Post[]
  readonly accounts: readonly Account[]
}

/** The posts in progress: for each account its progress, why it is waiting, and the next step. */
export function UnderWay({ posts, accounts }: UnderWayProps) {
  const { queue } = useMessages()
  return (
    <section aria-label={queue.underWay} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 className="font-medium text-ink-2">{queue.underWay}</h2>
      <RowList label={queue.underWay}>
        {posts.map((post) => (
          <li key={post.id}>
            <PostRow post={post} reason={null} />
            <ul className="grid gap-2 pb-3 ps-11 pe-4">
              {post.targets.filter(isUnderWay).map((target) => (
                <TargetLine
                  key={target.id}
                  post={post}
                  target={target}
                  account={accounts.find(({ id }) => id === target.accountId) ?? null}
                />
              ))}
            </ul>
          </li>
        ))}
      </RowList>
    </section>
  )
}

const isUnderWay = ({ status }: Target): boolean => status !== 'published' && status !== 'cancelled'

interface LineProps {
  readonly post: Post
  readonly target: Target
  readonly account: Account | null
}

function TargetLine({ post, target, account }: LineProps) {
  const { verdicts } = useMessages()
  const { network, status, waitsFor, error, errorCode, nextAttemptAt } = target
  const reason = waitsFor ? verdicts.wait(waitsFor) : error && verdicts.failure(errorCode, error)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="flex items-center gap-2">
        {account ? <AccountName account={account} /> : <NetworkName network={network} />}
      </span>
      <StatusBadge status={status} of="target" />
      <span className="min-w-0 flex-1 basis-40 text-ink-2 text-sm">
        {reason}
        {nextAttemptAt && <span className="nums text-ink-3"> {formatDistance(nextAttemptAt)}</span>}
      </span>
      <WayOn post={post} target={target} account={account} />
    </li>
  )
}

interface WayOnProps {
  readonly post: Post
  readonly target: Post['targets'][number]
  readonly account: Account | null
}

/** Offers the action that unblocks a waiting post. There is none while it is only taking time. */
function WayOn({ post, target, account }: WayOnProps) {
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
        <Link to="/p/$profileId/connections" params={{ profileId }} className={smallButtonStyle('plain')}>
          {connections.reconnect}
        </Link>
      </AdminsOnly>
    )
  if (target.errorCode === 'approval_needed' || target.status === 'unknown')
    return (
      <Link to="/p/$profileId/posts/$postId" params={{ profileId, postId }} className={smallButtonStyle('plain')}>
        {queue.look}
      </Link>
    )
  if (target.waitsFor?.reason !== 'retry') return null
  return (
    <PublishersOnly>
      <Button isSmall isBusy={retry.isPending} onClick={() => retry.mutate()}>
        {queue.tryNow}
      </Button>
    </PublishersOnly>
  )
}
