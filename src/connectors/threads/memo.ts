import type { ContainerMemo } from '#connectors/meta/container/rules.ts'

/** The state of a publication: the current part and those before it. */
export type Memo = ContainerMemo & {
  /** The published parts, in order, without the first comment. */
  readonly posts?: readonly string[]
}

export const postsOf = (memo: Memo): readonly string[] => memo.posts ?? []

/** Returns the memo without the state of the current part. */
export const between = (memo: Memo): Memo => (memo.posts ? { posts: memo.posts } : {})
