/** How far a publication is. What is named here, but for `posts`, nobody sees. */
export type Memo = {
  /** The containers of the pictures and videos of the part at hand, where it has several. */
  readonly items?: readonly string[]
  /** How many of them are ready. */
  readonly ready?: number
  /** The container of the part at hand: by it is asked what became of it. */
  readonly container?: string
  /** When that was made: the part is no older. */
  readonly since?: string
  /** How often Threads said that it knows no such container, though it had called it ready. */
  readonly denied?: number
  /** What is out, in its order; a first comment is not among them. */
  readonly posts?: readonly string[]
  /** How often the address of the last of them was asked for in vain. */
  readonly asked?: number
}

export const postsOf = (memo: Memo): readonly string[] => memo.posts ?? []
export const itemsOf = (memo: Memo): readonly string[] => memo.items ?? []

export function containerOf({ container }: Memo): string {
  if (container === undefined) throw new Error('no container is under way')
  return container
}

/** Without anything of the part at hand. */
export const between = (memo: Memo): Memo => (memo.posts ? { posts: memo.posts } : {})
