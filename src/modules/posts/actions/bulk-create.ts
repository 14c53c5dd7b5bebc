import type { Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { type Fault, Refusal, refuse } from '#kernel/errors.ts'
import { toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { profileFor } from '#modules/profiles/index.ts'
import type { PostDeps } from '../deps.ts'
import { nothingFetched } from '../draft/find-media.ts'
import { keepMediaOf } from '../draft/write-post.ts'
import { type PresentedPost, presentPosts } from '../reading/present.ts'
import type { NewPost } from '../schema/wishes.ts'
import { insertPosts } from '../store/posts.ts'
import { insertTargets } from '../store/targets.ts'
import { type Prepared, preparePost } from './create-post.ts'

/** Creates many drafts, or none. Each fault has the path of its post. */
export async function createPosts(
  deps: PostDeps,
  tx: Tx,
  caller: Caller,
  wishes: readonly NewPost[],
): Promise<{ readonly created: number; readonly posts: PresentedPost[] }> {
  const faults: Fault[] = []
  const prepared: Prepared[] = []
  for (const [index, wish] of wishes.entries()) {
    const profile = await profileFor(tx, caller, wish.profileId, 'editor', { lock: false })
    try {
      const draft = { ...wish, saveAsDraft: true }
      prepared.push(await preparePost(deps, tx, caller, profile, draft, nothingFetched))
    } catch (error) {
      if (!(error instanceof Refusal) || !error.info.errors) throw error
      faults.push(...error.info.errors.map((fault) => ({ ...fault, path: `/posts/${index}${fault.path}` })))
    }
  }
  if (faults.length > 0)
    refuse('validation_failed', {
      errors: faults,
      detail: faults.map(({ path, message }) => `${path} ${message}`).join(' '),
    })
  await insertPosts(
    tx,
    prepared.map(({ post }) => post),
  )
  await insertTargets(
    tx,
    prepared.flatMap(({ targets }) => targets),
  )
  for (const { post, targets } of prepared) {
    const overrides = targets.map((target) => target.overrides)
    await keepMediaOf(tx, post.id, post, overrides, true)
    await writeAudit(tx, {
      at: post.createdAt,
      caller,
      ownerUid: post.ownerUid,
      action: 'post.created',
      subject: toWire('post', post.id),
      changes: { status: { from: null, to: 'draft' } },
    })
  }
  const posts = await presentPosts(
    tx,
    prepared.map(({ post }) => post),
  )
  return { created: posts.length, posts }
}
