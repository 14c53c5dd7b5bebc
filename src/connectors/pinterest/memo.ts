/** The state of a publication. */
export type Memo = {
  /** The uploaded video, which is invisible without a pin. */
  readonly video?: string
  /** Pinterest refused several images: the pin has only the first. */
  readonly single?: true
}

export function videoOf({ video }: Memo): string {
  if (video === undefined) throw new Error('no video is in progress')
  return video
}
