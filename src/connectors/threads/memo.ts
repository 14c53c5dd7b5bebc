/** The state of a publication. All objects named here, except `posts`, are invisible. */
export type Memo = {
  /** The containers of the current part's images and videos, if it has several. */
  readonly items?: readonly string[]
  /** The number of these containers that are ready. */
  readonly ready?: number
  /** The current part's container, used to request its state. */
  readonly container?: string
  /** The time at which the container was created; the part cannot be older. */
  readonly since?: string
  /** The number of times that Threads reported a ready container as unknown. */
  readonly denied?: number
  /** The published parts, in order, without the first comment. */
  readonly posts?: readonly string[]
  /** The number of failed requests for the last one's URL. */
  readonly asked?: number
}

export const postsOf = (memo: Memo): readonly string[] => memo.posts ?? []
export const itemsOf = (memo: Memo): readonly string[] => memo.items ?? []

export function containerOf({ container }: Memo): string {
  if (container === undefined) throw new Error('no container is in progress')
  return container
}

/** Returns the memo without the state of the current part. */
export const between = (memo: Memo): Memo => (memo.posts ? { posts: memo.posts } : {})
