/** The state of a publication. All objects named here are invisible until a step publishes them. */
export type Memo = {
  /** The IDs of the uploaded images, in order. They are invisible on their own. */
  readonly photos?: readonly string[]
  readonly video?: SentVideo
  /** The published post, which comments refer to. */
  readonly post?: string
}

type SentVideo = {
  readonly id: string
  /** An upload in pieces: its session, and the start and end of the next piece. */
  readonly session?: string
  readonly from?: number
  readonly to?: number
  /** An upload in one request. */
  readonly url?: string
  /** Bytes may have been sent; the network knows how many it has. */
  readonly begun?: true
  /** The network has accepted the request to publish. */
  readonly taken?: true
  /** The request to publish was sent, and the response was lost. */
  readonly doubted?: true
  /** The time at which the video was first seen processed but not published. */
  readonly readyAt?: string
}

export const photosOf = (memo: Memo): readonly string[] => memo.photos ?? []

export function videoOf({ video }: Memo): SentVideo {
  if (!video) throw new Error('no video is in progress')
  return video
}
