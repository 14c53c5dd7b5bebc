/** How far a publication is. Everything that is named here is invisible until the step that shows it. */
export type Memo = {
  /** Of the pictures that were sent, in their order; nobody sees them by themselves. */
  readonly photos?: readonly string[]
  readonly video?: SentVideo
  /** What is out, as comments are put below it. */
  readonly post?: string
}

export type SentVideo = {
  readonly id: string
  /** Of an upload in pieces: where the next begins and ends. */
  readonly session?: string
  readonly from?: number
  readonly to?: number
  /** Of an upload in one go. */
  readonly url?: string
  /** Bytes may have gone out: the network knows how many it has. */
  readonly begun?: true
  /** The network has said that it publishes it. */
  readonly taken?: true
  /** Asked to publish it, without a word of whether it did. */
  readonly doubted?: true
}

export const photosOf = (memo: Memo): readonly string[] => memo.photos ?? []

export function videoOf({ video }: Memo): SentVideo {
  if (!video) throw new Error('there is no video under way')
  return video
}
