const word = /[\p{L}\p{N}\p{M}]+/gu
/** Scripts without spaces between words. */
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** Lists the words of a text. A script without spaces is one word as long as no punctuation interrupts it. */
export const wordsIn = (text: string): readonly string[] => text.match(word) ?? []

/** True if a text has letters of a script without spaces between words. */
export const isSpaceless = (text: string): boolean => spaceless.test(text)
