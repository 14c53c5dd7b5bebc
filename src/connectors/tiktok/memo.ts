/** The state of a publication. A video is invisible until its last byte has arrived. */
export type Memo = {
  /** TikTok's id of the post that is being published. */
  readonly publishId?: string
  readonly upload?: Upload
  /** The time at which the post was seen as published; from then on only its id is missing. */
  readonly outAt?: string
}

export type Upload = {
  readonly url: string
  readonly size: number
  readonly chunk: number
  readonly count: number
  /** The number of chunks that have arrived. */
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
