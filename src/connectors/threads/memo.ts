/** The state of a publication. All objects named here, except `posts`, are invisible. */
export type Memo = {
  /** The containers of the pictures and videos of the current part, where it has several. */
  readonly items?: readonly string[]
  /** The number of these containers that are ready. */
  readonly ready?: number
  /** The container of the current part, by which its state is requested. */
  readonly container?: string
  /** The time at which the container was created: the part is no older. */
  readonly since?: string
  /** The number of times that Threads did not know a container which it had called ready. */
  readonly denied?: number
  /** The published parts, in order; without the first comment. */
  readonly posts?: readonly string[]
  /** The number of failed requests for the address of the last one. */
  readonly asked?: number
}

export const postsOf = (memo: Memo): readonly string[] => memo.posts ?? []
export const itemsOf = (memo: Memo): readonly string[] => memo.items ?? []

export function containerOf({ container }: Memo): string {
  if (container === undefined) throw new Error('no container is under way')
  return container
}

/** Returns the memo without the state of the current part. */
export const between = (memo: Memo): Memo => (memo.posts ? { posts: memo.posts } : {})
