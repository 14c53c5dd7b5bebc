/** How far a publication is. */
export type Memo = {
  /** The video that was sent; nobody sees it without a pin. */
  readonly video?: string
  /** Pinterest did not take several pictures: the first one alone. */
  readonly single?: true
}

export function videoOf({ video }: Memo): string {
  if (video === undefined) throw new Error('there is no video under way')
  return video
}
