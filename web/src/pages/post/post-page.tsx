import { queryOptions, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api } from '#web/app/api.ts'
import { accountsQuery, postAuditQuery, postQuery } from '#web/app/queries.ts'
import { useRights } from '#web/app/rights/rights.ts'
import { type ShownFiles, useShownFiles } from '#web/compose/media/shown-media.ts'
import { useMessages } from '#web/i18n/index.ts'
import { formatDayAndTime } from '#web/lib/time.ts'
import { isEditable, type Post } from '#web/posts/post-time.ts'
import { FoldedText } from '#web/ui/folded-text.tsx'
import { StatusBadge } from '#web/ui/marks/status-badge.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { ApprovalCard } from './approval-card.tsx'
import { PostActions } from './post-actions.tsx'
import { RecycleCard } from './recycle-card.tsx'
import { ShareCard } from './share/share-card.tsx'
import { StuckNote } from './stuck/stuck-note.tsx'
import { TargetCard } from './target-card.tsx'
import { usePlan } from './use-plan.ts'

/**
 * Live events report each step. While a post is being published, it is also polled, in case the stream is interrupted.
 */
const activeEveryMs = 10_000

/** Shows one post: where and when it was published, and what blocks it. */
export function PostPage() {
  const { posts, shell } = useMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  const { postId } = useParams({ from: '/p/$profileId/posts/$postId' })
  const { mayDelete, mayWrite } = useRights()
  const accounts = useQuery(accountsQuery(profileId))
  const query = useQuery({
    ...postQuery(postId),
    refetchInterval: ({ state }) =>
      state.data && ['queued', 'publishing'].includes(state.data.status) ? activeEveryMs : false,
  })
  const post = query.data
  const walks = useQuery({ ...walksQuery(postId), enabled: post !== undefined && !isEditable(post) })
  const planFor = usePlan(post)
  if (query.error && !post)
    return (
      <Page title={posts.title}>
        <ProblemBanner error={query.error} onRetry={() => void query.refetch()} />
      </Page>
    )
  if (!post)
    return (
      <Page title={posts.title}>
        <WaitingRows count={3} />
      </Page>
    )
  return (
    <Page
      title={titleOf(post.content) || shell.post.untitled}
      state={<PostState post={post} />}
      actions={mayDelete && <PostActions post={post} />}
    >
      <StuckNote post={post} walks={walks.data ?? []} accounts={accounts.data ?? []} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)]">
        <section aria-labelledby="targets" className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
          <h2 id="targets" className="font-semibold text-lg">
            {posts.post.targets}
          </h2>
          {post.targets.length === 0 && <p className="text-ink-3">{posts.post.noTargets}</p>}
          {post.targets.map((target) => (
            <TargetCard
              key={target.id}
              post={post}
              target={target}
              {...planFor(target.accountId)}
              walk={walks.data?.find(({ targetId }) => targetId === target.id) ?? null}
              account={accounts.data?.find(({ id }) => id === target.accountId) ?? null}
            />
          ))}
        </section>
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-8">
          <PostContent post={post} />
          <ApprovalCard post={post} />
          <ShareCard postId={post.id} />
          {mayWrite && post.publishedAt && post.recycledFromId === null && <RecycleCard key={post.id} post={post} />}
          <Activity postId={post.id} />
        </div>
      </div>
    </Page>
  )
}

/** The state of the post and its time. The badge of a published post describes what happened then. */
function PostState({ post: { status, publishedAt, scheduledAt, createdAt } }: { readonly post: Post }) {
  const { when } = useMessages().posts
  const time = formatDayAndTime(publishedAt ?? scheduledAt ?? createdAt)
  return (
    <p className="nums flex flex-wrap items-center gap-x-3 gap-y-1 pt-1 text-ink-3">
      <StatusBadge status={status} of="post" />
      {publishedAt ? time : `${scheduledAt ? when.scheduled : when.created} ${time}`}
    </p>
  )
}

const longestTitle = 100

/** Returns the first line of the post, cut at a space if it is long. */
function titleOf(content: string): string {
  const line = content.split('\n', 1)[0] ?? ''
  if (line.length <= longestTitle) return line
  const start = line.slice(0, longestTitle)
  return `${start.slice(0, Math.max(start.lastIndexOf(' '), longestTitle / 2)).trimEnd()}…`
}

type File = Post['media'][number]

/** The text and files of the post and of each reply in its thread. */
export function PostContent({ post }: { readonly post: Post }) {
  const { posts, shell } = useMessages()
  const files = useShownFiles(post)
  const parts = [{ content: post.content || shell.post.untitled, media: post.media }, ...post.thread]
  return (
    <section aria-labelledby="content-title" className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
      <h2 id="content-title" className="font-semibold text-lg">
        {posts.post.content}
      </h2>
      <ol className="min-w-0 divide-y divide-line rounded-lg border border-line bg-surface">
        {parts.map(({ content, media }, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order of the parts is their identity
          <li key={nth} className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4 sm:p-6">
            {content && <FoldedText text={content} className={parts.length === 1 ? 'text-lg' : ''} />}
            {media.length > 0 && <Thumbnails media={media} files={files} />}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The files as thumbnails. Their places are reserved until the library has returned the URLs. */
function Thumbnails({ media, files }: { readonly media: readonly File[]; readonly files: ShownFiles }) {
  return (
    <ul className="grid grid-cols-4 gap-2">
      {media.map(({ storagePath, altText }, nth) => {
        const file = files.get(storagePath ?? '')
        const address = file?.isVideo ? file.posterUrl : file?.url
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: the same file can come twice, and the order is its identity
            key={nth}
            className="aspect-square overflow-hidden rounded-md border border-line bg-sunken"
          >
            {address && <img src={address} alt={altText ?? ''} title={altText} className="size-full object-cover" />}
          </li>
        )
      })}
    </ul>
  )
}

/** The history of the post, newest first. */
export function Activity({ postId }: { readonly postId: string }) {
  const { posts } = useMessages()
  const audit = useQuery(postAuditQuery(postId))
  if (!audit.data) return null
  const words: Readonly<Record<string, string>> = posts.history
  return (
    <section aria-labelledby="activity" className="grid content-start gap-3">
      <h2 id="activity" className="font-semibold text-lg">
        {posts.post.activity}
      </h2>
      <ol className="grid gap-2 border-line border-s ps-4">
        {audit.data.map(({ id, at, action }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4 text-sm">
            <span>{words[action] ?? action}</span>
            <span className="nums text-ink-3">{formatDayAndTime(at)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Fetches the progress and the sent content at each network. Live events of the post make it stale. */
export const walksQuery = (postId: string) =>
  queryOptions({
    queryKey: ['post', postId, 'publications'],
    queryFn: () => api.listPostPublications({ id: postId }),
  })
