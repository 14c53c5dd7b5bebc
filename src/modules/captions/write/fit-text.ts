import { count } from '#rules/count/count.ts'
import type { Limits } from '#rules/limits.ts'
import { splitSentences } from './write-by-rules.ts'

/** True if a text meets every length rule of the network. */
export const fitsInto = (text: string, { text: rules, dialect }: Limits): boolean =>
  rules.every((rule) => count(text, rule, dialect, rule.max) <= rule.max)

export function measure(
  text: string,
  { text: [rule], dialect }: Limits,
): { characters: number; maxCharacters: number } {
  if (!rule) throw new Error('every network limits its text')
  return { characters: count(text, rule, dialect), maxCharacters: rule.max }
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Returns the longest fitting beginning of a text: whole sentences, else whole words, else part of a word. */
export function shorten(text: string, fits: (text: string) => boolean): string {
  const sentences = splitSentences(text)
  const most = findMost(sentences.length, (n) => fits(cutAfter(text, sentences.slice(0, n))))
  if (most > 0) return cutAfter(text, sentences.slice(0, most))
  const words = (sentences[0] ?? text).split(' ')
  const few = findMost(words.length, (n) => fits(`${words.slice(0, n).join(' ')}…`))
  if (few > 0)
    return `${words
      .slice(0, few)
      .join(' ')
      .replace(/(?<![\s,;:–-])[\s,;:–-]+$/u, '')}…`
  const letters = [...graphemes.segment(words[0] ?? '')].map(({ segment }) => segment)
  const some = findMost(letters.length, (n) => fits(`${letters.slice(0, n).join('')}…`))
  return some > 0 ? `${letters.slice(0, some).join('')}…` : ''
}

/** Returns a text up to the end of these sentences, with its original line breaks between them. */
function cutAfter(text: string, sentences: readonly string[]): string {
  let end = 0
  for (const sentence of sentences) end = text.indexOf(sentence, end) + sentence.length
  return text.slice(0, end)
}

/** Returns the greatest number up to `all` that is accepted. If a number is accepted, so are all smaller ones. */
function findMost(all: number, isAccepted: (n: number) => boolean): number {
  let [low, high] = [0, all]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (isAccepted(middle)) low = middle
    else high = middle - 1
  }
  return low
}
