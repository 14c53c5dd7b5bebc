/** The groups of emoji, in their order. */
export const emojiGroups = [
  'smileys',
  'people',
  'nature',
  'food',
  'travel',
  'activities',
  'objects',
  'symbols',
  'flags',
] as const

/** An emoji with its name and keywords, and if it has skin tones, its five variants from light to dark. */
export type EmojiRow = readonly [emoji: string, name: string, keywords: string, ...tones: string[]]

/** The emoji of one language by group, as the build writes them. */
export type EmojiFile = readonly (readonly EmojiRow[])[]

/** Counts up with each change of the data, because browsers keep a file of this name for a year. */
const edition = '17.0.0-1'

export const nameEmojiFile = (language: string): string => `assets/emoji-${edition}-${language}.json`
