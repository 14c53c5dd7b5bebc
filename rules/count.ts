import { compose } from './compose.ts'
import { find } from './find.ts'
import { countGraphemes } from './graphemes.ts'
import type { Dialect, TextRule, Unit } from './limits.ts'
import { weigh } from './weigh.ts'

/** How long a text is by one rule of a network. */
export function count(
  written: string,
  rule: Pick<TextRule, 'unit' | 'link' | 'mentionsWithoutHost'>,
  dialect: Dialect,
): number {
  const { unit, link, mentionsWithoutHost } = rule
  // What is weighed is composed first, and composing may move the ends of a link.
  const text = unit === 'weighted' ? compose(written) : written
  if (link === undefined && !mentionsWithoutHost) return countUnits(text, unit)
  let length = 0
  let at = 0
  for (const one of find(text, dialect)) {
    const cost = costOf(one.kind, one.value)
    if (cost === null) continue
    length += countUnits(text.slice(at, one.start), unit) + cost
    at = one.end
  }
  return length + countUnits(text.slice(at), unit)

  function costOf(kind: string, value: string): number | null {
    if (kind === 'link' && link !== undefined) return link
    if (kind === 'mention' && mentionsWithoutHost) return countUnits(`@${value.split('@')[0] ?? ''}`, unit)
    return null
  }
}

export function countUnits(text: string, unit: Unit): number {
  switch (unit) {
    case 'utf16':
      return text.length
    case 'byte':
      return new TextEncoder().encode(text).length
    case 'codepoint':
      return codePoints(text)
    case 'grapheme':
      return countGraphemes(text)
    case 'weighted':
      return weigh(text)
    case 'emojiBytes':
      return withHeavyEmoji(text)
    default:
      return unit satisfies never
  }
}

function codePoints(text: string): number {
  let length = 0
  for (const _ of text) length += 1
  return length
}

/** Of an emoji of several signs each, and what joins or changes them. */
const ofEmoji = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200d|\u20e3|\ufe0f/u

function withHeavyEmoji(text: string): number {
  let length = 0
  for (const sign of text) length += ofEmoji.test(sign) ? bytesOf(sign.codePointAt(0) ?? 0) : 1
  return length
}

const bytesOf = (point: number): number => (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4)
