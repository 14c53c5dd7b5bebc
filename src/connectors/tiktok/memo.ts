/** How far a publication is. Nothing of a video is to be seen before its last byte has arrived. */
export type Memo = {
  /** TikTok's name for what is being published. */
  readonly publishId?: string
  readonly upload?: Upload
  /** When it was seen to be out, as text; from then on only its number is missing. */
  readonly outAt?: string
}

export type Upload = {
  readonly url: string
  readonly size: number
  readonly chunk: number
  readonly count: number
  /** Chunks that have arrived. */
  readonly sent: number
}

export function publishIdOf({ publishId }: Memo): string {
  if (publishId === undefined) throw new Error('nothing is being published')
  return publishId
}

export function uploadOf({ upload }: Memo): Upload {
  if (!upload) throw new Error('no video is being sent')
  return upload
}
