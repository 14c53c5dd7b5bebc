import type { Tx } from '#infra/db/client.ts'
import { defineJob, type Handled, handle, type Queue } from '#infra/queue/index.ts'
import type { EventOf } from '#kernel/events.ts'
import type { PostId } from '#kernel/ids.ts'
import { listLiveLinks } from '#modules/profiles/index.ts'
import type { PlanningDeps } from '../deps.ts'
import { readRules } from './inherit.ts'
import { repostPost } from './repost-post.ts'

/** Publishes a post to the profiles that repost it. */
export const repost = defineJob<{ readonly postId: PostId }>('planning.repost')

export const fanOutHandlers = (deps: Pick<PlanningDeps, 'db' | 'clock' | 'guards'>): readonly Handled[] => [
  handle(repost, ({ postId }) => repostPost(deps, postId)),
]

/** Listens for published posts, and enqueues the repost of those whose profile has a link that says so. */
export async function repostWhenPublished(
  { queue }: { readonly queue: Pick<Queue, 'enqueueMany'> },
  tx: Tx,
  events: readonly EventOf<'post.published' | 'post.partial'>[],
): Promise<void> {
  const posts = events.filter((event) => !('targetId' in event))
  if (posts.length === 0) return
  const links = await listLiveLinks(tx, [...new Set(posts.map(({ profileId }) => profileId))])
  const parents = new Set(
    links.filter(({ inheritanceRules }) => readRules(inheritanceRules).autoRepost).map(({ parentId }) => parentId),
  )
  const reposted = posts.filter(({ profileId }) => parents.has(profileId))
  if (reposted.length === 0) return
  await queue.enqueueMany(
    tx,
    reposted.map(({ postId }) => ({ job: repost, data: { postId }, key: postId })),
  )
}
