import { refusalOfWrite } from '#infra/db/faults.ts'
import type { Caller } from '#kernel/caller.ts'
import { Refusal, refuse } from '#kernel/errors.ts'
import type { PostId } from '#kernel/ids.ts'
import { omitUndefined } from '#kernel/omit-undefined.ts'
import { cancelPost } from '../actions/queue.ts'
import { trashPost } from '../actions/trash.ts'
import { updatePost } from '../actions/update-post.ts'
import type { PostDeps } from '../deps.ts'
import { postFor, requireMayPublish } from '../post-for.ts'
import type { PostPatch, TimedPost } from '../schema/requests.ts'

interface Outcome {
  readonly postId: PostId
  /** Null if done. */
  readonly refusal: Refusal | null
}

export interface ChangedPosts {
  readonly succeeded: number
  readonly failed: number
  readonly results: readonly Outcome[]
}

/** Schedules each post for the given time, or for its stored time. */
export function schedulePosts(deps: PostDeps, caller: Caller, posts: readonly TimedPost[]): Promise<ChangedPosts> {
  requireMayPublish(caller)
  return changeEach(posts, async ({ postId, scheduledAt, confirmWarnings }) => {
    const seen = await postFor(deps, deps.db, caller, postId, 'write')
    if (scheduledAt === undefined && seen.scheduledAt === null)
      refuse('post_without_time', { detail: 'Send `scheduledAt` for this post.' })
    const patch: PostPatch = omitUndefined({ scheduledAt, saveAsDraft: false, confirmWarnings })
    await updatePost(deps, caller, postId, patch)
  })
}

/** Moves each post that is scheduled or queued to another time. No other posts become scheduled. */
export function reschedulePosts(deps: PostDeps, caller: Caller, posts: readonly TimedPost[]): Promise<ChangedPosts> {
  requireMayPublish(caller)
  return changeEach(posts, async ({ postId, scheduledAt, confirmWarnings }) => {
    const seen = await postFor(deps, deps.db, caller, postId, 'write')
    if (seen.deletedAt === null && seen.status !== 'scheduled' && seen.status !== 'queued')
      refuse('post_not_scheduled', { detail: `The post is ${seen.status}.` })
    await updatePost(deps, caller, postId, omitUndefined({ scheduledAt, confirmWarnings }), {
      // It was changed since it was read, and may have been cancelled.
      demand: (now) => requireVersion(now, seen.version),
    })
  })
}

export const cancelPosts = (deps: PostDeps, caller: Caller, postIds: readonly PostId[]): Promise<ChangedPosts> =>
  changeEach(
    postIds.map((postId) => ({ postId })),
    ({ postId }) => cancelPost(deps, caller, postId),
  )

export const trashPosts = (deps: PostDeps, caller: Caller, postIds: readonly PostId[]): Promise<ChangedPosts> =>
  changeEach(
    postIds.map((postId) => ({ postId })),
    ({ postId }) => trashPost(deps, caller, postId),
  )

/** Changes posts one after another, each in its own transaction. Refusing one does not affect the others. */
async function changeEach<One extends { readonly postId: PostId }>(
  posts: readonly One[],
  change: (post: One) => Promise<unknown>,
): Promise<ChangedPosts> {
  const results: Outcome[] = []
  for (const post of posts) results.push({ postId: post.postId, refusal: await refusalOf(() => change(post)) })
  const failed = results.filter(({ refusal }) => refusal !== null).length
  return { succeeded: results.length - failed, failed, results }
}

/** Refuses a post that someone has changed since it was read. */
export function requireVersion({ version }: { readonly version: number }, expected: number): void {
  if (version !== expected) refuse('precondition_failed', { detail: 'Read the post again, then retry.' })
}

export async function refusalOf(work: () => Promise<unknown>): Promise<Refusal | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof Refusal) return error
    // The posts before this one have already been changed, so their results must still reach the client.
    const refusal = refusalOfWrite(error)
    if (refusal) return refusal
    throw error
  }
}
