import type { Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import type { CheckedTarget } from '../check/check-draft.ts'
import { requireNoFaults, requirePublishable } from '../check/require-publishable.ts'
import type { PostDeps } from '../deps.ts'
import { insertEnqueued } from '../dispatch/enqueue-posts.ts'
import { buildRows } from '../draft/build-rows.ts'
import { listMediaIds } from '../draft/content.ts'
import { fetchMedia, listUnfetchedUrls } from '../draft/fetch-media.ts'
import { loadNewPosts, type NewDraft } from '../draft/load-new-posts.ts'
import { readTextsAhead } from '../draft/read-ahead.ts'
import { requireUses } from '../draft/require-uses.ts'
import { requireMayPublish } from '../post-for.ts'
import { type PresentedPost, presentPost } from '../reading/present.ts'
import type { NewPost } from '../schema/bodies.ts'
import { insertPosts } from '../store/targets.ts'

/** A new post that may be stored. */
interface PreparedPost {
  readonly draft: NewDraft
  /** The targets as the check composed them. Empty for a post that is only stored, which has not been checked. */
  readonly checked: readonly CheckedTarget[]
}

/**
 * Loads and checks a new post before its transaction begins, and fetches its files that lie elsewhere. Refuses with every
 * fault at once. A post that is saved as a draft is not checked, and its files stay where they are.
 */
export async function preparePost(deps: PostDeps, caller: Caller, input: NewPost): Promise<PreparedPost> {
  if (!input.saveAsDraft) requireMayPublish(caller)
  const loaded = await load(deps, caller, input)
  if (input.saveAsDraft) return { draft: loaded, checked: [] }
  const urls = listUnfetchedUrls(loaded.post, loaded.targets)
  const fetched = urls.length > 0 ? await fetchMedia(deps, caller, input.profileId, urls) : null
  const draft = fetched ? await load(deps, caller, input, fetched) : loaded
  await readTextsAhead(deps, draft)
  const { targets: checked } = await requirePublishable(deps, deps.db, draft, {
    confirmed: input.confirmWarnings,
    at: draft.scheduledAt,
    postId: null,
  })
  return { draft, checked }
}

async function load(
  deps: PostDeps,
  caller: Caller,
  input: NewPost,
  fetched?: Awaited<ReturnType<typeof fetchMedia>>,
): Promise<NewDraft> {
  const [draft] = await loadNewPosts(deps, caller, [input], { needs: 'editor', ...(fetched ? { fetched } : {}) })
  if (!draft) throw new Error('one post is loaded as one draft')
  requireNoFaults(draft.faults)
  return draft
}

/** Stores a draft, a post with a time, or one that goes out at once: then it is stored and enqueued together. */
export async function createPost(
  deps: PostDeps,
  tx: Tx,
  caller: Caller,
  { draft, checked }: PreparedPost,
): Promise<PresentedPost> {
  const now = deps.clock.now()
  const { post, targets } = buildRows(draft, caller, now)
  const isNow = !draft.input.saveAsDraft && draft.scheduledAt === null
  const stored = isNow
    ? await insertEnqueued(deps, tx, post, targets, checked)
    : { post, targets: (await insertPosts(tx, [post], targets)).get(post.id) ?? [] }
  await requireUses(tx, [{ postId: post.id, mediaIds: listMediaIds(post, targets) }])
  await writeAudit(tx, {
    at: now,
    caller,
    ownerUid: post.ownerUid,
    action: 'post.created',
    subject: toWire('post', post.id),
    changes: { status: { from: null, to: stored.post.status } },
  })
  return presentPost(stored.post, stored.targets)
}
