import type { Caller } from '#kernel/caller.ts'
import type { PostId } from '#kernel/ids.ts'
import { postFor } from '#modules/posts/index.ts'
import type { SharingDeps } from '../deps.ts'
import { type PresentedLink, presentLink } from '../present.ts'
import { listLinks as findLinks } from '../store.ts'

/** Lists the links of a post, revoked and expired ones too. */
export async function listLinks(deps: SharingDeps, caller: Caller, postId: PostId): Promise<PresentedLink[]> {
  await postFor(deps, deps.db, caller, postId, 'viewer')
  return (await findLinks(deps.db, postId)).map((link) => presentLink(deps, link))
}
