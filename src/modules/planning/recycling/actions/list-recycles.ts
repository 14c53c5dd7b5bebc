import type { Caller } from '#kernel/caller.ts'
import type { PostId } from '#kernel/ids.ts'
import { listClones, type PostDeps, postFor, presentPosts } from '#modules/posts/index.ts'

const most = 1_000

/** Lists the clones of a recycled post, newest first. Those in the trash are left out. */
export async function listRecycles(deps: Pick<PostDeps, 'db' | 'clock'>, caller: Caller, id: PostId) {
  await postFor(deps, deps.db, caller, id, 'viewer')
  return presentPosts(deps.db, await listClones(deps.db, id, most))
}
