/** The state of a publication. A video is invisible until its last byte has arrived. */
export type Memo = {
  /** TikTok's ID for the post that is being published. */
  readonly publishId?: string
  readonly upload?: Upload
  /** The time at which the post was first seen as published; from then on only its ID is missing. */
  readonly outAt?: string
}

export type Upload = {
  readonly url: string
  readonly size: number
  readonly chunk: number
  readonly count: number
  /** The number of received chunks. */
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
