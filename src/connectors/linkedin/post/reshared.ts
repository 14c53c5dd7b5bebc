/**
 * Finds the post to reshare in the author's input: its URN, or a link that contains it. LinkedIn has several URNs for a
 * post and reshares only share and ugcPost URNs. An activity has a different number.
 */

const separator = '(?::|%3A)'
const inUrn = new RegExp(`\\burn${separator}li${separator}(share|ugcPost)${separator}(\\d{1,25})(?!\\d)`, 'i')
/** The end of a post's URL: words of its text, its number, and four characters. */
const inSlug = /[-_](share|ugcPost)-(\d{10,25})(?!\d)/i
const ofActivity = /\burn(?::|%3A)li(?::|%3A)activity|[-_]activity-\d/i

/** Returns the URN of the post to reshare, or null if the text does not name a post that LinkedIn can reshare. */
export function reshared(named: string): string | null {
  const [, kind, number] = inUrn.exec(named) ?? (URL.canParse(named) ? inSlug.exec(named) : null) ?? []
  if (kind === undefined || number === undefined) return null
  return `urn:li:${kind.toLowerCase() === 'share' ? 'share' : 'ugcPost'}:${number}`
}

export const namesActivity = (named: string): boolean => ofActivity.test(named)
