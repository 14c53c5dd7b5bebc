import type { Said } from '#connectors/contract/inbox.ts'

/** An item and the first item of its conversation. */
export interface Placed {
  readonly said: Said
  readonly root: Root
}

/** The first item of a conversation. */
export interface Root {
  /** The network's ID of the first item. */
  readonly remoteId: string
  readonly kind: 'comment' | 'mention' | 'quote'
  /** The network's ID of the brand's post that it is about. */
  readonly aboutId: string | null
}
