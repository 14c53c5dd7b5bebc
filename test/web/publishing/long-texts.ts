import type { TextRule, Unit } from '#rules/limits.ts'

/**
 * Texts that programs count in different ways, with the networks' counts. The expected values were counted manually.
 */
interface Words {
  readonly name: string
  readonly words: string
  readonly graphemes: number
  readonly weight: number
  /** Code points, except emoji, which count as many as they have bytes. */
  readonly emojiBytes: number
}

/** The only link in the texts. */
const link = 'https://example.com/rolls?day=monday'

export const difficult: readonly Words[] = [
  { name: 'emoji', words: '🥐👍🏽❤️🇩🇪', graphemes: 4, weight: 8, emojiBytes: 26 },
  { name: 'emoji joined by ZWJ', words: '👨‍👩‍👧‍👦🏳️‍🌈', graphemes: 2, weight: 4, emojiBytes: 39 },
  { name: 'a link', words: link, graphemes: 36, weight: 36, emojiBytes: 36 },
  { name: 'right-to-left text', words: 'שָׁלוֹם עולם, مَرْحَبًا', graphemes: 16, weight: 23, emojiBytes: 23 },
]

/** Extends a text to the maximum of a rule, and beyond it by a number of letters. */
export function fillUp(one: Words, rule: TextRule, beyond = 0): string {
  const counted = one.words === link && rule.link !== undefined ? rule.link : lengthOf(one, rule.unit)
  return `${one.words} ${'a'.repeat(rule.max - counted - 1 + beyond)}`
}

/** Counts independently of the code under test. */
function lengthOf({ words, graphemes, weight, emojiBytes }: Words, unit: Unit): number {
  const lengths: Readonly<Record<Unit, number>> = {
    grapheme: graphemes,
    weighted: weight,
    emojiBytes,
    byte: Buffer.byteLength(words),
    utf16: words.length,
    codepoint: [...words].length,
  }
  return lengths[unit]
}
