/**
 * Finds the post to reshare in what the author gave: its URN, or a link that contains it. LinkedIn names a post in
 * several ways, and reshares only those that it calls share or ugcPost. The number of an activity is another one.
 */

const separator = '(?::|%3A)'
const inUrn = new RegExp(`\\burn${separator}li${separator}(share|ugcPost)${separator}(\\d{1,25})(?!\\d)`, 'i')
/** The end of the address of a post: words of its text, its number, and four characters. */
const inSlug = /[-_](share|ugcPost)-(\d{10,25})(?!\d)/i
const ofActivity = /\burn(?::|%3A)li(?::|%3A)activity|[-_]activity-\d/i

/** Returns the URN of the post to reshare. Null: the text names no post that LinkedIn reshares. */
export function reshared(named: string): string | null {
  const [, kind, number] = inUrn.exec(named) ?? (URL.canParse(named) ? inSlug.exec(named) : null) ?? []
  if (kind === undefined || number === undefined) return null
  return `urn:li:${kind.toLowerCase() === 'share' ? 'share' : 'ugcPost'}:${number}`
}

export const namesActivity = (named: string): boolean => ofActivity.test(named)
