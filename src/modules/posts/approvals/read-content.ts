import type { Db } from '#infra/db/client.ts'
import { listProfileAccounts } from '#modules/accounts/index.ts'
import { checkTarget } from '../check/check-draft.ts'
import type { PostDeps } from '../deps.ts'
import { listUnfetchedUrls } from '../draft/fetch-media.ts'
import { loadStoredPosts } from '../draft/load-stored-posts.ts'
import type { PostRow } from '../store/posts.ts'
import { listTargets } from '../store/targets.ts'
import { combineDigests, digestContent } from './digest.ts'

/** The content of an unpublished post, as approvals identify it. */
interface Content {
  readonly digests: readonly string[]
  readonly hash: string
  /** The users who wrote the files' own alt texts. */
  readonly altTextWriters: readonly string[]
}

/**
 * Reads what a post would send now. Null if that is not settled, because it has no target, a target has no account, or
 * a file is still on another server.
 */
export async function readContent(deps: Pick<PostDeps, 'connectors'>, db: Db, post: PostRow): Promise<Content | null> {
  const rows = (await listTargets(db, post.id)).filter(({ status }) => status !== 'published')
  const [draft] = await loadStoredPosts(db, [{ post, rows }])
  if (!draft || rows.length === 0 || listUnfetchedUrls(post, draft.targets).length > 0) return null
  const accounts = rows.some(({ accountId }) => accountId === null) ? await listProfileAccounts(db, post.profileId) : []
  const digests = draft.targets.flatMap((row) => {
    const usual = accounts.find(({ network, isDefault }) => network === row.network && isDefault) ?? null
    const { outgoing } = checkTarget(deps, draft, { ...row, account: row.account ?? usual })
    return outgoing ? [digestContent(row.network, outgoing)] : []
  })
  const altTextWriters = [...draft.files.values()].flatMap(({ altTextBy }) => altTextBy ?? [])
  return digests.length < rows.length ? null : { digests, hash: combineDigests(digests), altTextWriters }
}
