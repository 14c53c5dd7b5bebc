import type { Rules } from './rules.ts'

const segments = new Intl.Segmenter('en', { granularity: 'grapheme' })
const emoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u

/** How long a text is here: an emoji counts as many as it has bytes, all else by its code points. */
export function lengthOf({ countsEmojiBytes }: Readonly<Rules>, text: string): number {
  if (!countsEmojiBytes) return [...text].length
  let length = 0
  for (const { segment } of segments.segment(text))
    length += emoji.test(segment) ? Buffer.byteLength(segment) : [...segment].length
  return length
}

export const link = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)'\]]/g

export const linksIn = (text: string): readonly string[] => text.match(link) ?? []

/** The first of them is the topic of a post that names none; all others are plain text. */
export const tagIn = (text: string): string | null =>
  /(?:^|\s)#([^\s#.&]{1,50})(?=$|[\s.,;:!?])/.exec(text)?.[1] ?? null
