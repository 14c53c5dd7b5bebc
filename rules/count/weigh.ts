import { compose } from './compose.ts'

/**
 * Counts like X, in hundredths: Latin and neighboring scripts weigh 100, everything else 200, and an emoji 200 in
 * total, whatever its number of characters. Links, which have a fixed weight, are removed beforehand.
 */
const light: readonly (readonly [from: number, to: number])[] = [
  [0x0, 0x10ff],
  [0x2000, 0x200d],
  [0x2010, 0x201f],
  [0x2032, 0x2037],
]
const lightWeight = 100
const otherWeight = 200
const scale = 100

const letters = Array.from({ length: 26 }, (_, nth) => String.fromCodePoint(0x1f1e6 + nth))
const isFlag = /^\p{RGI_Emoji_Flag_Sequence}$/v
/** Lists flags by their first letter, since a search among 258 flags at each letter takes too long. */
const flags = () =>
  letters
    .map((first) => [first, letters.filter((second) => isFlag.test(first + second))] as const)
    .filter(([, seconds]) => seconds.length > 0)
    .map(([first, seconds]) => `${first}[${seconds.join('')}]`)
    .join('|')
/** Matches an emoji of one character that no other character joins or changes. */
const single = String.raw`\p{Emoji_Presentation}(?<!\p{RI})(?![\u200d\ufe0f\p{Emoji_Modifier}\u{e0020}-\u{e007f}])`
/** Emoji that Unicode also lists as text characters, which some keyboards write with the emoji presentation mark. */
const marked =
  '[⌚⌛◽◾☔☕♈-♓♿⚓⚡⚪⚫⚽⚾⛄⛅⛔⛪⛲⛳⛵⛺⛽❗⬛⬜⭐⭕\\u{1f004}\\u{1f21a}\\u{1f22f}]\\ufe0f(?!\\u200d)'
/** Spellings of them that occur although no list has them: a hand, a key and a bubble. */
const unlisted = String.raw`\p{Emoji_Modifier_Base}\ufe0f\p{Emoji_Modifier}|[#*0-9]\u20e3|\u{1f441}\u200d\u{1f5e8}|${marked}`
const mayBegin = String.raw`(?=\p{Emoji})(?!\p{RI})(?![#*0-9](?!\ufe0f?\u20e3))`
/** Searching the list of all emoji is slow, so it comes last, and only where an emoji may begin. */
const compileEmoji = () => new RegExp(String.raw`${flags()}|${single}|${mayBegin}(?:${unlisted}|\p{RGI_Emoji})`, 'gv')
/** Compiled for the first text, because that takes as long as loading many modules. */
let emoji: RegExp | null = null

/**
 * The maximum UTF-16 units per unit of weight. The longest emoji has 15 units for a weight of 2, and a composed letter
 * has 4 for a weight of 1, so twenty is ample.
 */
const mostUnits = 20

/**
 * Returns the weight of a text. For a text that weighs more than `enough`, stops reading and returns some weight above
 * `enough`.
 */
export function weigh(text: string, enough = Number.POSITIVE_INFINITY): number {
  const whole = compose(text.slice(0, (enough + 1) * mostUnits))
  let weight = 0
  let at = 0
  emoji ??= compileEmoji()
  for (const match of whole.matchAll(emoji)) {
    if (weight > enough * scale) return weight / scale
    weight += weightOf(whole.slice(at, match.index)) + otherWeight
    at = match.index + match[0].length
  }
  return (weight + weightOf(whole.slice(at))) / scale
}

function weightOf(text: string): number {
  let weight = 0
  for (const sign of text) {
    const code = sign.codePointAt(0) ?? 0
    weight += light.some(([from, to]) => code >= from && code <= to) ? lightWeight : otherWeight
  }
  return weight
}
