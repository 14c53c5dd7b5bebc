import type { Caller } from '#kernel/caller.ts'
import type { PostId } from '#kernel/ids.ts'
import type { PostDeps } from '../../deps.ts'
import { postFor } from '../../post-for.ts'
import { listTargets } from '../../store/targets.ts'
import { keyByPlatform, listWaits, type PresentedPost, presentPosts, presentTarget } from '../present.ts'

type ReadDeps = Pick<PostDeps, 'db' | 'clock'>

export async function readPost(deps: ReadDeps, caller: Caller, id: PostId): Promise<PresentedPost> {
  const post = await postFor(deps, deps.db, caller, id, 'viewer')
  const [presented] = await presentPosts(deps.db, [post])
  if (!presented) throw new Error('one post is presented as one')
  return presented
}

export async function readTargets(deps: ReadDeps, caller: Caller, id: PostId) {
  const post = await postFor(deps, deps.db, caller, id, 'viewer')
  const targets = await listTargets(deps.db, id)
  const waits = await listWaits(deps.db, targets)
  return targets.map((target) => presentTarget(target, post, waits))
}

export async function readQueueStatus(deps: ReadDeps, caller: Caller, id: PostId) {
  const { status, targets } = await readPost(deps, caller, id)
  return {
    postId: id,
    status,
    platforms: keyByPlatform(targets.map((value) => ({ network: value.network, accountId: value.accountId, value }))),
  }
}
