import { compose } from './compose.ts'

/**
 * How X counts, in hundredths: what Latin and its neighbours write weighs 100, everything else 200, and an emoji 200 in
 * all, of however many signs it is made. Links, which weigh the same whatever their length, are taken out before.
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

/**
 * As Unicode has them, and three more ways of writing them that are met: a hand, a key and a bubble. The list of all emoji
 * is long to go through, so it is asked only about a character that may begin one; an emoji that nothing joins comes first.
 */
const emoji =
  /\p{Emoji_Presentation}(?<!\p{RI})(?![\u200d\ufe0f\p{Emoji_Modifier}\u{e0020}-\u{e007f}])|(?=\p{Emoji})(?![#*0-9][^\ufe0f\u20e3])(?:\p{Emoji_Modifier_Base}\ufe0f\p{Emoji_Modifier}|\p{RGI_Emoji}|[#*0-9]\u20e3|\u{1f441}\u200d\u{1f5e8})/gv

export function weigh(text: string): number {
  const whole = compose(text)
  let weight = 0
  let at = 0
  for (const match of whole.matchAll(emoji)) {
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
