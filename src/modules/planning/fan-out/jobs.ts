import type { Tx } from '#infra/db/client.ts'
import { defineJob, type Handled, handle, type Queue } from '#infra/queue/index.ts'
import type { EventOf } from '#kernel/events.ts'
import type { PostId } from '#kernel/ids.ts'
import { listLiveLinks } from '#modules/profiles/index.ts'
import type { PlanningDeps } from '../deps.ts'
import { repostPost } from './actions/repost-post.ts'
import { readRules } from './inherit.ts'

/** Publishes a post on the profiles that repost it. */
export const repost = defineJob<{ readonly postId: PostId }>('planning.repost')

export const fanOutHandlers = (deps: Pick<PlanningDeps, 'db' | 'clock' | 'guards'>): readonly Handled[] => [
  handle(repost, ({ postId }) => repostPost(deps, postId)),
]

/** Listens to published posts, and enqueues the repost of those whose profile has a link that says so. */
export async function repostWhenPublished(
  { queue }: { readonly queue: Pick<Queue, 'enqueue'> },
  tx: Tx,
  { postId, profileId, ...event }: EventOf<'post.published' | 'post.partial'>,
): Promise<void> {
  if ('targetId' in event) return
  const links = await listLiveLinks(tx, profileId)
  if (!links.some(({ inheritanceRules }) => readRules(inheritanceRules).autoRepost)) return
  await queue.enqueue(tx, repost, { postId }, { key: postId })
}
