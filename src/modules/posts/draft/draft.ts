import type { AccountId, MediaId } from '#kernel/ids.ts'
import type { AccountForPublishing } from '#modules/accounts/index.ts'
import type { MediaRow } from '#modules/media/index.ts'
import type { Network } from '#rules/network-names.ts'
import type { Overrides } from '../content.ts'
import type { PostRow } from '../store/posts.ts'

/** The part of a post that networks receive. */
export const contentFields = [
  'content',
  'title',
  'format',
  'thread',
  'mentions',
  'media',
  'language',
  'firstComment',
  'link',
  'settings',
] as const satisfies readonly (keyof PostRow)[]
export type PostContent = Pick<PostRow, (typeof contentFields)[number]>

export type MediaById = ReadonlyMap<MediaId, MediaRow>

/** One target of a post with its account, if connected. */
export interface DraftTarget {
  /** The index in the list of platforms, used in the path of an error. */
  readonly index: number
  readonly network: Network
  readonly accountId: AccountId | null
  /** Null if no account is connected there yet. */
  readonly account: AccountForPublishing | null
  readonly overrides: Overrides
}

/**
 * A post with everything that its check needs: its targets with their accounts, and the facts of its files. All reads
 * happen once, when it is loaded. Checking it and composing what is sent are pure.
 */
export interface Draft<Target extends DraftTarget = DraftTarget, Post extends PostContent = PostContent> {
  readonly post: Post
  readonly targets: readonly Target[]
  readonly files: MediaById
}
