import { splitSentences } from './write-by-rules.ts'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Returns the longest fitting beginning of a text: whole sentences, else whole words, else part of a word. A link is
 * never cut, and never directly precedes the ellipsis, which some networks would count as part of it.
 */
export function shorten(text: string, fits: (text: string) => boolean, hasLink: (text: string) => boolean): string {
  if (fits(text)) return text
  const sentences = splitSentences(text)
  const most = findMost(sentences.length, (n) => fits(cutAfter(text, sentences.slice(0, n))))
  if (most > 0) return cutAfter(text, sentences.slice(0, most))
  const words = (sentences[0] ?? text).split(' ')
  const begin = (n: number): string => {
    const kept = words.slice(0, n)
    while (kept.length > 0 && hasLink(kept.at(-1) ?? '')) kept.pop()
    const beginning = kept.join(' ').replace(/(?<![\s,;:–-])[\s,;:–-]+$/u, '')
    return beginning && `${beginning}…`
  }
  const few = begin(findMost(words.length, (n) => fits(begin(n))))
  if (few !== '') return few
  const [first = ''] = words
  if (hasLink(first)) return ''
  const letters = [...graphemes.segment(first)].map(({ segment }) => segment)
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
export function findMost(all: number, isAccepted: (n: number) => boolean): number {
  let [low, high] = [0, all]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (isAccepted(middle)) low = middle
    else high = middle - 1
  }
  return low
}
