import { useQuery } from '@tanstack/react-query'
import { accountsQuery, postQuery } from '#web/app/queries.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { formatDayAndTime } from '#web/lib/time.ts'
import { PostLink } from '#web/posts/post-link.tsx'
import { type Post, plannedTimeOf } from '#web/posts/post-time.ts'
import { iconButtonStyle } from '#web/ui/button.tsx'
import { AccountFace } from '#web/ui/marks/account-face.tsx'
import { networks } from '#web/ui/marks/network-mark.tsx'
import { Thumbnail } from '#web/ui/marks/thumbnail.tsx'
import { showFullText } from '#web/ui/one-line.tsx'
import type { Conversation } from './inbox-query.ts'
import { safeUrl } from './safe-url.ts'

interface CardProps {
  readonly postId: string
  readonly conversation: Conversation
}

/** The post that a conversation is about, with links to its page and to the network. */
export function PostCard({ postId, conversation: { profileId, accountId, network } }: CardProps) {
  const { inbox: words, shell } = useMessages('inbox')
  const post: Post | undefined = useQuery(postQuery(postId)).data
  const account = useQuery(accountsQuery(profileId)).data?.find(({ id }) => id === accountId)
  // As high as the post, so that the messages keep their places.
  if (!post) return <div className="min-h-16" />
  const at = plannedTimeOf(post)
  const address = safeUrl(post.targets.find((target) => target.accountId === accountId)?.platformUrl ?? null)
  return (
    <div className="flex min-h-16 items-center gap-3 rounded-lg bg-surface px-3 py-2.5 shadow-1 ring-1 ring-line">
      <PostLink post={post} title={words.openPost} className="flex min-w-0 flex-1 items-center gap-3 rounded-sm">
        <Thumbnail url={post.thumbnailUrl} count={post.mediaCount} size={40} />
        <span className="grid min-w-0 flex-1">
          <span onPointerEnter={showFullText} className="line-clamp-1 wrap-anywhere">
            <bdi>{post.content || shell.post.untitled}</bdi>
          </span>
          {at && <span className="text-ink-3 text-xs">{words.published(formatDayAndTime(at))}</span>}
        </span>
      </PostLink>
      {account && <AccountFace account={account} size={28} />}
      {address && (
        <a
          href={address}
          target="_blank"
          rel="noopener nofollow"
          aria-label={words.openOn(networks[network].name)}
          title={words.openOn(networks[network].name)}
          className={iconButtonStyle}
        >
          <Icon name="external" className="size-4" />
        </a>
      )}
    </div>
  )
}
