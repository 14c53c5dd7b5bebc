/** The state of a publication. All objects named here, except `post`, are invisible. */
export type Memo = {
  /** The containers of a carousel's images and videos. */
  readonly items?: readonly string[]
  /** The number of these containers that are ready. */
  readonly ready?: number
  /** The post's container, used to request its state. */
  readonly container?: string
  /** The time at which the container was created; the post cannot be older. */
  readonly since?: string
  /** The number of times that Instagram did not know a container. */
  readonly denied?: number
  /** The published post. */
  readonly post?: string
  /** The number of failed requests for its URL. */
  readonly asked?: number
}

export const itemsOf = (memo: Memo): readonly string[] => memo.items ?? []

export function containerOf({ container }: Memo): string {
  if (container === undefined) throw new Error('no container is in progress')
  return container
}

export function postOf({ post }: Memo): string {
  if (post === undefined) throw new Error('no post is published')
  return post
}
