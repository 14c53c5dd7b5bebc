import type { Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { toWire } from '#kernel/ids.ts'
import { writeAudits } from '#modules/audit/index.ts'
import { guardNew } from '../check/same-post/guard-new.ts'
import type { PostDeps } from '../deps.ts'
import { insertNewPosts } from '../dispatch/insert-new-posts.ts'
import { buildRows } from '../draft/build-rows.ts'
import { listMediaIds } from '../draft/content.ts'
import { requireUses } from '../draft/require-uses.ts'
import { type PresentedPost, presentPost } from '../reading/present.ts'
import type { NewPost } from '../schema/bodies.ts'
import type { PostRow } from '../store/posts.ts'
import { type PreparedPost, preparePosts, toArming } from './prepare-posts.ts'

/** Loads and checks a new post before its transaction begins. Refuses with all errors at once. */
export async function preparePost(deps: PostDeps, caller: Caller, input: NewPost): Promise<PreparedPost> {
  const [prepared] = await preparePosts(deps, caller, input.profileId, [{ input, path: '' }])
  if (!prepared) throw new Error('one post is prepared as one')
  return prepared
}

/** Stores a draft, a post with a time, or one to publish immediately. The latter is stored and enqueued together. */
export async function createPost(
  deps: PostDeps,
  tx: Tx,
  caller: Caller,
  prepared: PreparedPost,
): Promise<PresentedPost> {
  const [created] = await createTogether(deps, tx, caller, [prepared])
  if (!created) throw new Error('one post is created as one')
  return created
}

type Lineage = Pick<PostRow, 'kind' | 'rootPostId' | 'parentId'>

/**
 * Stores prepared posts: all of them or none, with one statement per table. `lineageOf` says how each is related to the
 * first.
 */
export async function createTogether(
  deps: PostDeps,
  tx: Tx,
  caller: Caller,
  prepared: readonly PreparedPost[],
  lineageOf: (first: PostRow, index: number) => Partial<Lineage> = () => ({}),
): Promise<PresentedPost[]> {
  const now = deps.clock.now()
  const built = prepared.map((one) => ({
    ...buildRows(one.draft, caller, now, one.digests),
    checked: one.checked,
    isNow: !one.draft.input.saveAsDraft && one.draft.scheduledAt === null,
  }))
  const [first] = built
  const related = built.map((one, index) => ({
    ...one,
    post: first ? { ...one.post, ...lineageOf(first.post, index) } : one.post,
  }))
  const armings = prepared.map((one, index) => toArming(one, related[index]?.post.id ?? null, now))
  const stored = await insertNewPosts(deps, tx, related, guardNew(armings))
  await requireUses(
    tx,
    related.map(({ post, targets }) => ({ postId: post.id, mediaIds: listMediaIds(post, targets) })),
  )
  await writeAudits(
    tx,
    stored.map(({ post }) => ({
      at: now,
      caller,
      ownerUid: post.ownerUid,
      action: 'post.created',
      subject: toWire('post', post.id),
      changes: { status: { from: null, to: post.status } },
    })),
  )
  return stored.map(({ post, targets }) => presentPost(post, targets))
}
