import type { ReadCall } from './call.ts'
import type { Outgoing, OutgoingMedia } from './outgoing.ts'

/** Requests published parts of a post by ID, in the order of the IDs. */
export interface ReadBackCall<Grant> extends ReadCall<Grant> {
  readonly post: Outgoing
  readonly remoteIds: readonly string[]
}

/**
 * A part as the network returns it. `gone`: the network no longer has it. `closed`: the network does not let us read
 * it.
 */
export type ReadBack = SeenPart | 'gone' | 'closed'

interface SeenPart {
  /** Null if the network does not return a title. */
  readonly title: string | null
  readonly text: string
  /** True if the network truncates long texts when it returns them. */
  readonly isCut: boolean
  /** The files in order. Null if the network does not return them. */
  readonly media: readonly SeenFile[] | null
  /** False if the network does not return alt texts. */
  readonly tellsAltTexts: boolean
}

export interface SeenFile {
  /** Null if unknown. */
  readonly kind: OutgoingMedia['kind'] | null
  readonly altText: string | null
}

/** Returns a part, with the usual values for omitted fields. */
export const seenPart = (given: Partial<SeenPart> & Pick<SeenPart, 'text'>): SeenPart => ({
  title: null,
  isCut: false,
  media: null,
  tellsAltTexts: false,
  ...given,
})
