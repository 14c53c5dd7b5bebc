import type { ReadCall } from './call.ts'
import type { Outgoing, OutgoingMedia } from './outgoing.ts'

/** Asks for published parts of a post by their ids, in the order of the ids. */
export interface ReadBackCall<Grant> extends ReadCall<Grant> {
  readonly post: Outgoing
  readonly remoteIds: readonly string[]
}

/** A part as its network gives it back. `gone`: the network no longer has it. `closed`: it does not let us read it. */
export type ReadBack = SeenPart | 'gone' | 'closed'

interface SeenPart {
  /** Null: the network does not return a title. */
  readonly title: string | null
  readonly text: string
  /** True where the network cuts a long text when it returns it. */
  readonly isCut: boolean
  /** The files in their order. Null: the network does not return them. */
  readonly media: readonly SeenFile[] | null
  /** False where the network does not return the descriptions of files. */
  readonly tellsAltTexts: boolean
}

export interface SeenFile {
  /** Null: the network does not say. */
  readonly kind: OutgoingMedia['kind'] | null
  readonly altText: string | null
}

/** Returns a part with the answers of most networks for what is not given. */
export const seenPart = (given: Partial<SeenPart> & Pick<SeenPart, 'text'>): SeenPart => ({
  title: null,
  isCut: false,
  media: null,
  tellsAltTexts: false,
  ...given,
})
