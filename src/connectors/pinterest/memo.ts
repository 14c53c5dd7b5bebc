/** The state of a publication. */
export type Memo = {
  /** The uploaded video, which is invisible without a pin. */
  readonly video?: string
  /** Pinterest refused several pictures: the pin has the first one alone. */
  readonly single?: true
}

export function videoOf({ video }: Memo): string {
  if (video === undefined) throw new Error('there is no video under way')
  return video
}
