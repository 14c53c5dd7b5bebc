/** The state of a publication. All objects named here are invisible until a post has them. */
export type Memo = {
  /** The ids of the processed pictures, in their order. */
  readonly images?: readonly string[]
  /** The uploaded picture that LinkedIn is still processing. */
  readonly image?: string
  readonly card?: Card
  /** The uploaded picture of the card, processed or not. */
  readonly thumbnail?: string
  readonly video?: OpenVideo
  /** The pictures as one uploaded document, processed or not. */
  readonly document?: string
  /** An earlier try to post has an unknown outcome: if LinkedIn reports a duplicate, the duplicate is ours. */
  readonly tried?: true
  /** The published post, which comments refer to. */
  readonly post?: string
}

/** The card of a link, from the author or from the linked page. */
export type Card = {
  readonly source: string
  readonly title: string
  readonly description: string | null
  /** The address of the picture that the page names. */
  readonly picture: string | null
}

type OpenVideo = {
  readonly urn: string
  /** The token that closes the upload; may be empty. */
  readonly token: string
  /** The parts still to be sent; both ends are inclusive. */
  readonly parts: readonly { readonly url: string; readonly from: number; readonly to: number }[]
  /** The tags of the parts that have arrived, in their order. */
  readonly tags: readonly string[]
}

export const imagesOf = (memo: Memo): readonly string[] => memo.images ?? []

export function videoOf({ video }: Memo): OpenVideo {
  if (!video) throw new Error('there is no video under way')
  return video
}
