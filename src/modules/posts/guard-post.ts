import type { Guarded } from '#infra/http/answer/conditional.ts'
import { guardVersion } from '#infra/http/answer/guard.ts'
import type { Clock } from '#kernel/clock.ts'
import type { PostId } from '#kernel/ids.ts'
import { postFor } from './post-for.ts'
import { post } from './schema/post.ts'

/** Returns the post that a path names as `:id` or `:postId`. */
export function postInPath(params: unknown): PostId | undefined {
  const { id, postId } = params as { readonly id?: PostId; readonly postId?: PostId }
  return id ?? postId
}

/** Guards the post that a path names. */
export const guardPost = (deps: { readonly clock: Clock }): Guarded =>
  guardVersion(post, (tx, caller, params) => {
    const id = postInPath(params)
    if (!id) throw new Error('The path names no post')
    return postFor(deps, tx, caller, id, 'read')
  })
