import type { Result } from '@posthorn/sdk'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '#web/app/api.ts'
import { queryClient } from '#web/app/queries.ts'
import { AdminsOnly } from '#web/app/rights/only.tsx'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { PostRow } from '#web/posts/post-row.tsx'
import type { Post } from '#web/posts/post-time.ts'
import { Button, linkStyle, smallButtonStyle } from '#web/ui/button.tsx'
import { RowList } from '#web/ui/card.tsx'
import { EmptyLine } from '#web/ui/empty-state.tsx'
import { AccountFace } from '#web/ui/marks/account-face.tsx'
import { networks } from '#web/ui/marks/network-mark.tsx'
import { StatusIcon } from '#web/ui/marks/status-badge.tsx'
import { Section } from '#web/ui/section.tsx'
import { tellFailure } from '#web/ui/toast.tsx'

type Account = Result<'listAccounts'>[number]

interface AttentionProps {
  readonly profileId: string
  readonly posts: readonly Post[]
  readonly accounts: readonly Account[]
}

/** Lists what a person has to act on: accounts to reconnect, and posts that failed or are on hold. */
export function NeedsAttention({ profileId, posts, accounts }: AttentionProps) {
  const { home } = useMessages()
  const lost = accounts.filter(({ status }) => status === 'needs_reconnect')
  return (
    <Section
      title={home.needsYou}
      actions={
        posts.length > 0 && (
          <Link to="/p/$profileId/posts" params={{ profileId }} search={{ tab: 'failed' }} className={linkStyle}>
            {home.allNeedy}
          </Link>
        )
      }
    >
      {posts.length + lost.length === 0 ? (
        <EmptyLine isGood>{home.allWell}</EmptyLine>
      ) : (
        <RowList label={home.needsYou}>
          {lost.map((account) => (
            <li key={account.id}>
              <LostAccount profileId={profileId} account={account} />
            </li>
          ))}
          {posts.map((post) => (
            <li key={post.id}>
              <PostRow post={post} actions={<PostRemedy post={post} />} />
            </li>
          ))}
        </RowList>
      )}
    </Section>
  )
}

/** An account whose network denies access, with the button that reconnects it. */
function LostAccount({ profileId, account }: { readonly profileId: string; readonly account: Account }) {
  const { connections, verdicts } = useMessages()
  const { network, displayName, handle, statusReason, statusReasonCode } = account
  return (
    <div className="flex min-h-16 flex-wrap items-center gap-3 px-4 py-2">
      <StatusIcon status="held" />
      <AccountFace account={account} size={36} />
      <div className="min-w-0 flex-1 basis-48">
        <p>
          {networks[network].name} · <bdi>{displayName ?? handle}</bdi>
        </p>
        <p className="line-clamp-2 text-held text-sm">
          {statusReason ? verdicts.loss(statusReasonCode, statusReason) : connections.needsReconnect}
        </p>
      </div>
      <AdminsOnly>
        <Link to="/p/$profileId/connections" params={{ profileId }} className={smallButtonStyle('plain')}>
          {connections.reconnect}
        </Link>
      </AdminsOnly>
    </div>
  )
}

/** The button that resolves what a post waits for. A post that is on hold, or whose outcome is unknown, is viewed. */
function PostRemedy({ post: { id, profileId, status } }: { readonly post: Post }) {
  const { home, posts } = useMessages()
  const { mayPublish } = useRights()
  const retry = useMutation({
    mutationFn: () => api.retryPost({ id }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['posts'] }),
    onError: (error) => tellFailure(posts.post.notRetried, error),
  })
  const mayRetry = mayPublish && (status === 'failed' || status === 'partial')
  return (
    <>
      {mayRetry && (
        <Button isSmall isBusy={retry.isPending} onClick={() => retry.mutate()}>
          {posts.post.retryFailed}
        </Button>
      )}
      <Link
        to="/p/$profileId/posts/$postId"
        params={{ profileId, postId: id }}
        className={`${smallButtonStyle(mayRetry ? 'quiet' : 'plain')} ${mayRetry ? 'max-md:hidden' : ''}`}
      >
        {home.view}
      </Link>
    </>
  )
}
