import { repeated } from '#test/hostile/growth.ts'

/** A repeated piece, with what follows and precedes it. */
type Shape = readonly [piece: string, end?: string, begin?: string]

/**
 * Near misses of links, mentions, hashtags and cashtags. Each once made a pattern slow, or would with a careless
 * pattern.
 */
const ofWords: readonly Shape[] = [
  ['a', '@@', '@'],
  ['a.', '@@', '@'],
  ['a_b.-', '@', '@x'],
  ['@a'],
  ['@a '],
  ['@a.b.co '],
  ['@a@b '],
  ['@a.example@', 'x'],
  [`@a@${'b'.repeat(250)}_ `],
  [`@${'a'.repeat(63)}.`, '@'],
  ['a.', '@', '@b.co.'],
  ['#a '],
  ['#'],
  ['# '],
  ['#a'],
  ['#1 '],
  [`#${'!'.repeat(640)}a `],
  [`#a${'!'.repeat(639)} `],
  [`#${'ä'.repeat(300)}# `],
  ['＃日本 '],
  ['!', 'a', 'a.co/'],
  [`a.co/${'!'.repeat(4_000)}a `],
  [`a.co/?${'!'.repeat(4_000)}a `],
  ['a.co/,'],
  ['a.co '],
  ['a.'],
  ['.a'],
  ['a-'],
  ['ɓ.'],
  ['ḁa.co/,'],
  ['http://a.co/,'],
  ['https://t.co/a,'],
  ['https://'],
  ['https://a'],
  [`https://${'a_'.repeat(30)} `],
  [`https://a.co/(${'a'.repeat(400)} `],
  ['(', '', 'https://a.co/'],
  [`https://a.co/${'(a'.repeat(50)} `],
  [')', '', 'https://a.co/('],
  ['https://a.co/ '],
  ['$A '],
  ['$a.b'],
]

/** Texts that are hard to count: endless combining marks, half flags, emoji with dangling joiners, lone surrogates. */
const ofLetters: readonly Shape[] = [
  ['ä'],
  ['日'],
  ['a\u0301\u0316'],
  ['\u0301\u0316', '', 'a'],
  ['\u200d'],
  ['🇩'],
  ['👨\u200d'],
  ['👍🏽'],
  ['1\ufe0f'],
  ['\ud83d'],
  [' '],
  ['\n'],
  ['\u00a0'],
]

interface HostileText {
  readonly name: string
  readonly of: (length: number) => string
}

const textOf = ([piece, end = '', begin = '']: Shape): HostileText => ({
  name: JSON.stringify(`${begin}${piece.slice(0, 12)}…${end}`),
  of: repeated(piece, end, begin),
})

export const hostileWords: readonly HostileText[] = ofWords.map(textOf)
export const hostileLetters: readonly HostileText[] = ofLetters.map(textOf)
export const hostileTexts: readonly HostileText[] = [...hostileWords, ...hostileLetters]
