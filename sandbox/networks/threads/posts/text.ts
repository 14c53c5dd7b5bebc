import type { Rules } from '../rules.ts'

const segments = new Intl.Segmenter('en', { granularity: 'grapheme' })
const emoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u

/** Returns the length of a text as the network counts it: an emoji by its bytes, everything else by code points. */
export function lengthOf({ countsEmojiBytes }: Readonly<Rules>, text: string): number {
  if (!countsEmojiBytes) return [...text].length
  let length = 0
  for (const { segment } of segments.segment(text))
    length += emoji.test(segment) ? Buffer.byteLength(segment) : [...segment].length
  return length
}

export const link = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)'\]]/g

export const linksIn = (text: string): readonly string[] => text.match(link) ?? []

/** Returns the first hashtag of a text, which is the topic of a post without one; other hashtags are plain text. */
export const tagIn = (text: string): string | null =>
  /(?:^|\s)#([^\s#.&]{1,50})(?=$|[\s.,;:!?])/.exec(text)?.[1] ?? null
