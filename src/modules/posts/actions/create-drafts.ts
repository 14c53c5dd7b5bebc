import type { Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { toWire } from '#kernel/ids.ts'
import { writeAudits } from '#modules/audit/index.ts'
import { listMediaIds } from '../content.ts'
import type { PostDeps } from '../deps.ts'
import { buildRows } from '../draft/build-rows.ts'
import { labelPosts } from '../draft/label-posts.ts'
import { loadNewPosts, type NewDraft } from '../draft/load-posts.ts'
import { refuseFaults } from '../draft/refuse-faults.ts'
import { requireUses } from '../draft/resolve-media.ts'
import { type PresentedPost, presentPost } from '../reading/present.ts'
import type { NewPost } from '../schema/requests.ts'
import { insertPosts } from '../store/targets.ts'

/** Loads many posts that become drafts. Each error has the path of its post. */
export async function prepareDrafts(
  deps: PostDeps,
  caller: Caller,
  inputs: readonly NewPost[],
): Promise<readonly NewDraft[]> {
  const asDrafts = inputs.map((input) => ({ ...input, saveAsDraft: true }))
  const drafts = await loadNewPosts(deps, caller, asDrafts, { needs: 'write', pathOf })
  const faults = drafts.flatMap((draft, index) =>
    draft.faults.map((fault) => ({ ...fault, path: pathOf(index) + fault.path })),
  )
  if (faults.length > 0) refuseFaults(faults)
  return drafts
}

const pathOf = (index: number): string => `/posts/${index}`

/** Stores many drafts, or none. */
export async function createDrafts(
  deps: PostDeps,
  tx: Tx,
  caller: Caller,
  drafts: readonly NewDraft[],
): Promise<{ readonly created: number; readonly posts: PresentedPost[] }> {
  const now = deps.clock.now()
  const rows = drafts.map((draft) => buildRows(draft, caller, now))
  const built = await labelPosts(tx, rows, now)
  const stored = await insertPosts(
    tx,
    built.map(({ post }) => post),
    built.flatMap(({ targets }) => targets),
  )
  await requireUses(
    tx,
    built.map(({ post, targets }) => ({ postId: post.id, mediaIds: listMediaIds(post, targets) })),
  )
  await writeAudits(
    tx,
    built.map(({ post }) => ({
      at: post.createdAt,
      caller,
      ownerUid: post.ownerUid,
      action: 'post.created',
      subject: toWire('post', post.id),
      changes: { status: { from: null, to: 'draft' } },
    })),
  )
  const posts = built.map(({ post }) => presentPost(post, stored.get(post.id) ?? []))
  return { created: posts.length, posts }
}
