/** How far a publication is. What is named here is invisible until a post has it. */
export type Memo = {
  /** Of the pictures that are ready, in their order. */
  readonly images?: readonly string[]
  /** The picture that was sent and that LinkedIn is still at work on. */
  readonly image?: string
  readonly video?: OpenVideo
  /** The pictures as one document that was sent, ready or not. */
  readonly document?: string
  /** The post was sent before, with what outcome nobody knows: if LinkedIn calls it a repeat, that is ours. */
  readonly tried?: true
  /** What is out, as comments are put below it. */
  readonly post?: string
}

export type OpenVideo = {
  readonly urn: string
  /** To be given back when it is closed; may be empty. */
  readonly token: string
  /** What is still to be sent; both ends belong to it. */
  readonly parts: readonly { readonly url: string; readonly from: number; readonly to: number }[]
  /** Of the parts that have arrived, in their order. */
  readonly tags: readonly string[]
}

export const imagesOf = (memo: Memo): readonly string[] => memo.images ?? []

export function videoOf({ video }: Memo): OpenVideo {
  if (!video) throw new Error('there is no video under way')
  return video
}
