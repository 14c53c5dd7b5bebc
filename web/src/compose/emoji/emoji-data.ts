import { queryOptions } from '@tanstack/react-query'
import { browserStore } from '#web/lib/browser/storage.ts'
import { type EmojiFile, type EmojiRow, emojiGroups, nameEmojiFile } from './emoji-file.ts'

export interface Emoji {
  readonly text: string
  readonly name: string
  /** The words of its name and keywords, without accents and capitals. */
  readonly words: readonly string[]
  readonly tones: readonly string[]
}

/** The emoji by group. */
export type AllEmoji = readonly { readonly group: (typeof emojiGroups)[number]; readonly emoji: readonly Emoji[] }[]

const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** The emoji with their names in a language. */
export const emojiQuery = (language: string) =>
  queryOptions({
    queryKey: ['emoji', language],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async (): Promise<AllEmoji> => {
      const answer = await fetch(`/${nameEmojiFile(language)}`)
      if (!answer.ok) throw new Error(`The emoji were answered ${answer.status}.`)
      const rows = (await answer.json()) as EmojiFile
      return emojiGroups.map((group, nth) => ({ group, emoji: (rows[nth] ?? []).map(toEmoji) }))
    },
  })

const wordsOf = (text: string): readonly string[] =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

const toEmoji = ([text, name, keywords, ...tones]: EmojiRow): Emoji => ({
  text,
  name,
  words: wordsOf(`${name} ${keywords}`),
  tones,
})

/** Finds the emoji of which each word is the start of a name or keyword. Those whose names begin with it come first. */
export function findEmoji(all: AllEmoji, query: string, most: number): readonly Emoji[] {
  const asked = fold(query)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  if (asked.length === 0) return []
  const placeOf = ({ words }: Emoji): number => {
    const places = asked.map((word) => words.findIndex((one) => one.startsWith(word)))
    return places.includes(-1) ? Number.POSITIVE_INFINITY : Math.max(...places)
  }
  return all
    .flatMap(({ emoji }) => emoji)
    .map((one) => ({ one, place: placeOf(one) }))
    .filter(({ place }) => place < Number.POSITIVE_INFINITY)
    .toSorted((a, b) => a.place - b.place)
    .slice(0, most)
    .map(({ one }) => one)
}

const toneKey = 'posthorn.emoji.tone'
const recentKey = 'posthorn.emoji.recent'
const keptRecent = 16

/** The skin tone that was chosen last: 1 to 5, or 0 for none. */
export const readTone = (): number => Math.min(5, Math.max(0, Number(browserStore.read(toneKey)) || 0))
export const keepTone = (tone: number): void => browserStore.write(toneKey, String(tone))

export const inTone = ({ text, tones }: Emoji, tone: number): string => tones[tone - 1] ?? text

const readKept = (): readonly string[] =>
  (browserStore.read(recentKey) ?? '').split(' ').filter(Boolean).slice(0, keptRecent)

/** The emoji that were inserted last, newest first. */
export function readRecent(all: AllEmoji): readonly Emoji[] {
  const known = all.flatMap(({ emoji }) => emoji)
  return readKept().flatMap((text) => known.find((one) => one.text === text) ?? [])
}

export function keepRecent({ text }: Emoji): void {
  const others = readKept().filter((one) => one !== text)
  browserStore.write(recentKey, [text, ...others].slice(0, keptRecent).join(' '))
}
