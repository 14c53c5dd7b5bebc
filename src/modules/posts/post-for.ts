import type { Db } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { before, type Clock } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import type { PostId } from '#kernel/ids.ts'
import { findMove, findPlace, type Move, type PostStatus, type Trigger, trashKeepsMs } from './state.ts'
import { findSeenPost, type SeenPost } from './store/posts.ts'
import { findSeenPosts } from './store/scheduled.ts'

/** A post on which the caller has a role. */
export type PostAtHand = SeenPost & { readonly role: NonNullable<SeenPost['role']> }

/**
 * Reads one post by its id; all access goes through here. A post that does not exist, or is deleted for good, is 404;
 * one beyond the caller's reach is 403. In a transaction the row is locked, since a decision about it follows.
 */
export async function postFor(
  deps: { readonly clock: Clock },
  db: Db,
  caller: Caller,
  id: PostId,
  needs: 'viewer' | 'editor',
): Promise<PostAtHand> {
  return requirePostAccess(deps, await findSeenPost(db, caller.uid, id, db.isTransaction), caller, needs)
}

/** Reads several posts in one statement, in the order of their ids in the request, with the same refusals. */
export async function postsFor(
  deps: { readonly clock: Clock },
  db: Db,
  caller: Caller,
  ids: readonly PostId[],
  needs: 'viewer' | 'editor',
): Promise<PostAtHand[]> {
  const posts = await findSeenPosts(db, caller.uid, ids)
  return ids.map((id) => requirePostAccess(deps, posts.get(id), caller, needs))
}

function requirePostAccess(
  deps: { readonly clock: Clock },
  post: SeenPost | undefined,
  caller: Caller,
  needs: 'viewer' | 'editor',
): PostAtHand {
  if (post === undefined) refuse('post_not_found')
  const { role } = post
  if (role === null) {
    refuse('post_forbidden', {
      detail: 'This post belongs to a profile of another user, who has not granted it to you.',
    })
  }
  if (caller.onlyProfiles && !caller.onlyProfiles.includes(post.profileId)) {
    refuse('post_forbidden', {
      detail: 'The API key is limited to certain profiles, and the profile of this post is not among them.',
    })
  }
  if (role === 'viewer' && needs === 'editor') {
    refuse('profile_role_required', {
      detail: 'You are a viewer of this profile. Only its editors can write posts.',
    })
  }
  if (post.deletedAt && post.deletedAt <= before(deps.clock.now(), trashKeepsMs)) refuse('post_not_found')
  return { ...post, role }
}

/** Returns the move that a trigger makes from the post's place, by the table of moves. Refuses when there is none. */
export function requireMove<T extends Trigger>(
  trigger: T,
  post: { readonly status: PostStatus; readonly deletedAt: Date | null },
): Move<T> {
  const place = findPlace(post)
  const move = findMove(trigger, place)
  if (typeof move !== 'string') {
    refuse(move.no, { detail: place === 'trash' ? 'The post is in the trash.' : `The post is ${place}.` })
  }
  return move
}

/** Refuses a caller without the scope for publishing. Writing posts is a separate scope. */
export function requireMayPublish(caller: Caller): void {
  if (caller.scopes && !caller.scopes.has('posts:publish')) {
    refuse('scope_required', {
      detail: 'This request publishes a post, so its API key also needs the scope posts:publish.',
      requiredScope: 'posts:publish',
    })
  }
}
