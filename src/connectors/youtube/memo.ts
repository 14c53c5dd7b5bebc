/** The state of a publication. A video exists once the last byte of its upload has arrived. */
export type Memo = {
  readonly upload?: Upload
  readonly videoId?: string
  /** The time at which YouTube confirmed the complete upload. */
  readonly uploadedAt?: string
  /** The extras that are done or were refused, in the order of their calls. */
  readonly extras?: readonly ExtraStep[]
}

/** The steps that follow once the video is published. */
export type ExtraStep = 'thumbnail' | 'captions' | 'playlist'

export type Upload = {
  /** The URL of the upload session, used to continue an upload or determine its outcome. */
  readonly url: string
  readonly size: number
  /** The number of bytes that YouTube has confirmed. */
  readonly had: number
  /** True while bytes are in flight. A run that finds it true first asks YouTube how many have arrived. */
  readonly underWay?: boolean
}

export function uploadOf({ upload }: Memo): Upload {
  if (!upload) throw new Error('no video is being sent')
  return upload
}

export function videoIdOf({ videoId }: Memo): string {
  if (videoId === undefined) throw new Error('no video has been uploaded')
  return videoId
}
