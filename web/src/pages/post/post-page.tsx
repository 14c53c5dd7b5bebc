import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { api } from '#web/app/api.ts'
import { accountsQuery, postQuery } from '#web/app/queries.ts'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { useOneColumn } from '#web/lib/browser/use-narrow.ts'
import { cutText } from '#web/lib/cut-text.ts'
import { isEditable } from '#web/posts/post-time.ts'
import { TeamCard } from '#web/posts/team/late-team.ts'
import { Page } from '#web/ui/page.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { Activity } from './activity.tsx'
import { ApprovalCard } from './approval-card.tsx'
import { FactsCard } from './facts-card.tsx'
import { PostActions } from './post-actions.tsx'
import { PostContent } from './post-content.tsx'
import { RecycleCard } from './recycle-card.tsx'
import { ShareCard } from './share/share-card.tsx'
import { StuckNote } from './stuck/stuck-note.tsx'
import { TargetsCard } from './targets/targets-card.tsx'

/** The height of the card without comments, so that what follows does not move when its code arrives. */
const teamHeight = '13.75rem'

/**
 * Live events report each step. While a post is being published, it is also polled, in case the stream is interrupted.
 */
const activeEveryMs = 10_000

/** Shows one post: where and when it was published, and what blocks it. */
export function PostPage() {
  const { posts, shell } = useMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  const { postId } = useParams({ from: '/p/$profileId/posts/$postId' })
  const { mayDelete, mayPublish } = useRights()
  const accounts = useQuery(accountsQuery(profileId))
  const query = useQuery({
    ...postQuery(postId),
    refetchInterval: ({ state }) =>
      state.data && ['queued', 'publishing'].includes(state.data.status) ? activeEveryMs : false,
  })
  const post = query.data
  const isOneColumn = useOneColumn()
  const walks = useQuery({ ...walksQuery(postId), enabled: post !== undefined && !isEditable(post) })
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
      crumb={
        <Link to="/p/$profileId/posts" params={{ profileId }} className="hover:text-ink hover:underline">
          {posts.title}
        </Link>
      }
      actions={mayDelete && <PostActions post={post} />}
    >
      <StuckNote post={post} walks={walks.data ?? []} accounts={accounts.data ?? []} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] wide:grid-cols-[minmax(0,1fr)_23rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <FactsCard post={post} />
          {isOneColumn && <PostContent post={post} />}
          <ApprovalCard post={post} />
          <TargetsCard post={post} walks={walks.data ?? []} accounts={accounts.data ?? []} />
          <div className="max-lg:hidden">
            <Activity profileId={profileId} postId={post.id} />
          </div>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          {!isOneColumn && <PostContent post={post} />}
          <div style={{ minHeight: teamHeight }}>
            <TeamCard post={post} />
          </div>
          <ShareCard profileId={profileId} postId={post.id} />
          {mayPublish && post.publishedAt && post.recycledFromId === null && <RecycleCard key={post.id} post={post} />}
          <div className="lg:hidden">
            <Activity profileId={profileId} postId={post.id} />
          </div>
        </div>
      </div>
    </Page>
  )
}

const longestTitle = 100

/** Returns the first line of the post, cut at a space if it is long. */
const titleOf = (content: string): string => cutText(content.split('\n', 1)[0] ?? '', longestTitle)

/** Fetches the progress and the sent content at each network. Live events of the post make it stale. */
export const walksQuery = (postId: string) =>
  queryOptions({
    queryKey: ['post', postId, 'publications'],
    queryFn: () => api.listPostPublications({ id: postId }),
  })
