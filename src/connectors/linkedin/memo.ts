/** The state of a publication. All objects named here are invisible until a post uses them. */
export type Memo = {
  /** The IDs of the processed images, in order. */
  readonly images?: readonly string[]
  /** The uploaded image that LinkedIn is still processing. */
  readonly image?: string
  readonly card?: Card
  /** The card's uploaded image, processed or not. */
  readonly thumbnail?: string
  readonly video?: OpenVideo
  /** The images as one uploaded document, processed or not. */
  readonly document?: string
  /** The outcome of an earlier attempt to post is unknown: if LinkedIn reports a duplicate, the duplicate is ours. */
  readonly tried?: true
  /** The published post, which comments refer to. */
  readonly post?: string
}

/** A link card, from the author or from the linked page. */
export type Card = {
  readonly source: string
  readonly title: string
  readonly description: string | null
  /** The URL of the page's image. */
  readonly picture: string | null
}

type OpenVideo = {
  readonly urn: string
  /** The token that completes the upload; may be empty. */
  readonly token: string
  /** The parts still to be sent; both ends are inclusive. */
  readonly parts: readonly { readonly url: string; readonly from: number; readonly to: number }[]
  /** The tags of the received parts, in order. */
  readonly tags: readonly string[]
}

export const imagesOf = (memo: Memo): readonly string[] => memo.images ?? []

export function videoOf({ video }: Memo): OpenVideo {
  if (!video) throw new Error('no video is in progress')
  return video
}
