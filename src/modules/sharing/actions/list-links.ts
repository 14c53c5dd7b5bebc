import type { Caller } from '#kernel/caller.ts'
import type { PostId } from '#kernel/ids.ts'
import { postFor } from '#modules/posts/index.ts'
import type { SharingDeps } from '../deps.ts'
import { type PresentedLink, presentLink } from '../present.ts'
import { listLinks as findLinks } from '../store.ts'

/**
 * Lists the links of a post, including revoked and expired ones. A link works for anyone who has it, even after its
 * reader loses a role. So a viewer, who may neither create nor revoke links, sees only their own from an earlier role.
 */
export async function listLinks(deps: SharingDeps, caller: Caller, postId: PostId): Promise<PresentedLink[]> {
  const { role } = await postFor(deps, deps.db, caller, postId, 'viewer')
  const links = await findLinks(deps.db, postId)
  return links
    .filter(({ createdBy }) => role !== 'viewer' || createdBy === caller.uid)
    .map((link) => presentLink(deps, link))
}
