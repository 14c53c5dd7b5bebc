import type { Caller } from '#kernel/caller.ts'
import type { PostId } from '#kernel/ids.ts'
import type { PostDeps } from '../../deps.ts'
import { postFor } from '../../post-for.ts'
import { targetsOf } from '../../store/targets.ts'
import { byPlatform, type PresentedPost, presentPosts, presentRow, waitsOfRows } from '../present.ts'

type ReadDeps = Pick<PostDeps, 'db' | 'clock'>

export async function readPost(deps: ReadDeps, caller: Caller, id: PostId): Promise<PresentedPost> {
  const post = await postFor(deps, deps.db, caller, id, 'viewer')
  const [presented] = await presentPosts(deps.db, [post])
  if (!presented) throw new Error('one post is presented as one')
  return presented
}

export async function readTargets(deps: ReadDeps, caller: Caller, id: PostId) {
  const post = await postFor(deps, deps.db, caller, id, 'viewer')
  const rows = (await targetsOf(deps.db, [id])).get(id) ?? []
  const waits = await waitsOfRows(deps.db, rows)
  return rows.map((row) => presentRow(row, post, waits))
}

export async function readQueueStatus(deps: ReadDeps, caller: Caller, id: PostId) {
  const { status, targets } = await readPost(deps, caller, id)
  return {
    postId: id,
    status,
    platforms: byPlatform(targets.map((value) => ({ network: value.network, accountId: value.accountId, value }))),
  }
}
