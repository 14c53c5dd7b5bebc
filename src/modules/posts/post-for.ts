import type { Db } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { before, type Clock } from '#kernel/clock.ts'
import { placeRefusal, refuse } from '#kernel/errors.ts'
import type { PostId } from '#kernel/ids.ts'
import { hasRight, type Right } from '#kernel/rights.ts'
import { requireWritable } from '#modules/profiles/index.ts'
import { trashKeepsMs } from '#rules/trash.ts'
import { findMove, findPlace, type Move, type PostStatus, type Trigger } from './state.ts'
import { findSeenPosts } from './store/due.ts'
import { findSeenPost, type SeenPost } from './store/posts.ts'

/** A post on which the caller has a role. */
export type PostAtHand = Omit<SeenPost, 'profileReadOnly' | 'profileRequiredPlan'> & {
  readonly role: NonNullable<SeenPost['role']>
}

/**
 * Reads one post by its ID. All access goes through here. A post that does not exist, or is permanently deleted, is
 * 404. One that the caller cannot access is 403, and so is a change in a profile that exceeds its owner's plan.
 * `alsoReadOnly` allows what is possible in such a profile: reading and deleting. In a transaction the row is locked,
 * since a decision about it follows.
 */
export async function postFor(
  deps: { readonly clock: Clock },
  db: Db,
  caller: Caller,
  id: PostId,
  needs: Right,
  { alsoReadOnly = needs === 'read' }: { readonly alsoReadOnly?: boolean } = {},
): Promise<PostAtHand> {
  const seen = await findSeenPost(db, caller.uid, id, db.isTransaction)
  return requirePostAccess(deps, seen, caller, needs, alsoReadOnly)
}

/**
 * Reads several posts in one statement, in the order of their IDs in the request, with the same refusals, each with the
 * place of its ID.
 */
export async function postsFor(
  deps: { readonly clock: Clock },
  db: Db,
  caller: Caller,
  ids: readonly PostId[],
  needs: Right,
  pathOf: (index: number) => string,
): Promise<PostAtHand[]> {
  const posts = await findSeenPosts(db, caller.uid, ids)
  return ids.map((id, index) =>
    placeRefusal(pathOf(index), () => requirePostAccess(deps, posts.get(id), caller, needs)),
  )
}

/** Returns a post that was read with others, with the refusals of `postFor`. */
export function requirePostAccess(
  deps: { readonly clock: Clock },
  seen: SeenPost | undefined,
  caller: Caller,
  needs: Right,
  alsoReadOnly = needs === 'read',
): PostAtHand {
  if (seen === undefined) refuse('post_not_found')
  const { role, profileReadOnly: readOnly, profileRequiredPlan: requiredPlan, ...post } = seen
  if (role === null) {
    refuse('post_forbidden', {
      detail: 'This post belongs to another user’s profile that you don’t have access to.',
    })
  }
  if (caller.onlyProfiles && !caller.onlyProfiles.includes(post.profileId)) {
    refuse('post_forbidden', {
      detail: 'The API key is limited to other profiles. Use a key that includes this post’s profile.',
    })
  }
  if (!hasRight(role, needs)) {
    refuse('profile_role_required', {
      detail:
        role === 'viewer'
          ? 'You are a viewer of this profile. Only its editors can write posts.'
          : `You are ${role === 'contributor' ? 'a contributor to' : 'an approver of'} this profile. Only its editors, admins and owner can do this.`,
    })
  }
  if (!alsoReadOnly) requireWritable({ readOnly, requiredPlan })
  if (post.deletedAt && post.deletedAt <= before(deps.clock.now(), trashKeepsMs)) refuse('post_not_found')
  return { ...post, role }
}

/**
 * Returns the move that a trigger makes from the post's place, according to the table of moves. Refuses if there is
 * none.
 */
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
