import { listAddresses, plainText } from '#kernel/text/addresses.ts'
import { find } from '#rules/find/find.ts'
import type { Source } from './source.ts'
import type { CaptionDraft } from './write-by-rules.ts'

/**
 * Finds what a model has made up: numbers, names, links, mentions and hashtags that the author's text does not contain.
 * A name is a capitalized word that does not begin a sentence. In a language that capitalizes all nouns, this finds too
 * much, and rules write the caption instead: a dull caption does less harm than a false one. Both texts are compared as
 * readers see them, so that disguises are recognized: `evil[.]example` is a link, and ① a number.
 */
export function findInvented(draft: CaptionDraft, source: Source): string[] {
  const { tags } = draft
  const [body, all] = [plainText(draft.body), plainText(source.all)]
  const addresses = new Set(listAddresses(source.all))
  const known = new Set(wordsOf(all))
  const given = find(all, 'bluesky').concat(find(all, 'fediverse'))
  const values = new Set(given.map(({ value }) => value.toLowerCase()))
  const found = find(body, 'bluesky').concat(find(body, 'fediverse'))
  const marked = found.filter(({ kind, value }) => {
    const lower = value.toLowerCase()
    return kind === 'tag' ? !known.has(lower) : !values.has(lower)
  })
  return [
    ...new Set([
      ...marked.map(({ start, end }) => body.slice(start, end)),
      ...listAddresses(draft.body).filter((address) => !addresses.has(address)),
      ...hiddenOf(draft.body)
        .filter((sign) => !source.all.includes(sign))
        .map(nameSign),
      ...tags.filter((tag) => !known.has(tag.toLowerCase())).map((tag) => `#${tag}`),
      ...numbersOf(body).filter((number) => !numbersOf(all).includes(number)),
      ...namesOf(body).filter((name) => !known.has(name.toLowerCase())),
    ]),
  ]
}

/** Lists characters that hide text or change its direction, except those that join letters and emoji. */
const hiddenOf = (text: string): string[] =>
  text.match(/[[\p{Cf}\u2028\u2029]--[\u200c\u200d\u{e0020}-\u{e007f}]]/gv) ?? []

const nameSign = (sign: string): string => `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

const wordsOf = (text: string): string[] => text.toLowerCase().split(/[^\p{L}\p{N}_]+/u)

const numbersOf = (text: string): string[] => text.match(/\p{Nd}+(?:[.,:/-]\p{Nd}+)*/gu) ?? []

/** Lists the capitalized words that do not begin a sentence, without the ending of a genitive. */
function namesOf(text: string): string[] {
  return [...text.matchAll(/\p{Lu}[\p{L}\p{N}_]+/gu)].flatMap(({ 0: word, index }) => {
    const before = text.slice(Math.max(0, index - 8), index).replace(/["'“‘«(\s]{1,8}$/u, '')
    const begins = before === '' || /(?:[.!?:…\n]|\p{Extended_Pictographic}|\ufe0f)$/u.test(before)
    return begins || isInside(text, index) ? [] : [word]
  })
}

/** True for a letter in the middle of a word, a hashtag or an address, which is checked as a whole. */
const isInside = (text: string, index: number): boolean => /[\p{L}\p{N}_#@./-]/u.test(text[index - 1] ?? '')
