import type { Change, TargetOwner, TargetRef } from './deps.ts'
import { isReply } from './publication.ts'

interface Owners {
  readonly posts: TargetOwner
  readonly replies: TargetOwner
}

interface Locked {
  readonly posts: unknown
  readonly replies: unknown
}

/** Creates the owner of all targets: posts own theirs, and the inbox owns its replies. Posts are locked first. */
export const createTargetOwners = (owners: Owners): TargetOwner<Locked> => ({
  async lock(tx, targets) {
    const { posts, replies } = split(targets)
    return {
      posts: posts.length > 0 ? await owners.posts.lock(tx, posts) : undefined,
      replies: replies.length > 0 ? await owners.replies.lock(tx, replies) : undefined,
    }
  },
  async changed(tx, changes, locked) {
    const { posts, replies } = split<Change>(changes)
    if (posts.length > 0) await owners.posts.changed(tx, posts, locked?.posts)
    if (replies.length > 0) await owners.replies.changed(tx, replies, locked?.replies)
  },
})

function split<One extends TargetRef>(targets: readonly One[]) {
  const { replies = [], posts = [] } = Object.groupBy(targets, (one) => (isReply(one) ? 'replies' : 'posts'))
  return { replies, posts }
}
