import type { ContainerMemo } from '#connectors/meta/container/rules.ts'

/** The state of a publication. */
export type Memo = ContainerMemo & {
  /** The published post. */
  readonly post?: string
}

export function postOf({ post }: Memo): string {
  if (post === undefined) throw new Error('no post is published')
  return post
}
