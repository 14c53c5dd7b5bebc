import { find } from '#rules/find/find.ts'
import type { Dialect, TextRule, Unit } from '#rules/limits.ts'
import { remember } from '#rules/remember.ts'
import { compose } from './compose.ts'
import { countGraphemes } from './graphemes.ts'
import { weigh } from './weigh.ts'

type Counting = Pick<TextRule, 'unit' | 'link' | 'mentionsWithoutHost'>

const counted = remember(
  countAnew,
  ({ unit, link, mentionsWithoutHost }, dialect, enough) =>
    `${unit} ${link} ${mentionsWithoutHost} ${dialect} ${enough}`,
)

/**
 * Returns the length of a text by one rule of a network. For a text longer than `enough`, stops counting and returns
 * some length above `enough`.
 */
export function count(text: string, rule: Counting, dialect: Dialect, enough = Number.POSITIVE_INFINITY): number {
  return counted(text, rule, dialect, enough)
}

function countAnew(written: string, rule: Counting, dialect: Dialect, enough: number): number {
  const { unit, link, mentionsWithoutHost } = rule
  // Weighted text is composed first, since composing may move the ends of a link.
  const text = unit === 'weighted' ? compose(written) : written
  if (link === undefined && !mentionsWithoutHost) return countUnits(text, unit, enough)
  let length = 0
  let at = 0
  for (const one of find(text, dialect)) {
    if (length > enough) return length
    const cost = costOf(one.kind, one.value)
    if (cost === null) continue
    length += countUnits(text.slice(at, one.start), unit, enough) + cost
    at = one.end
  }
  return length + countUnits(text.slice(at), unit, enough)

  function costOf(kind: string, value: string): number | null {
    if (kind === 'link' && link !== undefined) return link
    if (kind === 'mention' && mentionsWithoutHost) return countUnits(`@${value.split('@')[0] ?? ''}`, unit)
    return null
  }
}

export function countUnits(text: string, unit: Unit, enough = Number.POSITIVE_INFINITY): number {
  switch (unit) {
    case 'utf16':
      return text.length
    case 'byte':
      return new TextEncoder().encode(text).length
    case 'codepoint':
      return codePoints(text)
    case 'grapheme':
      return countGraphemes(text, enough)
    case 'weighted':
      return weigh(text, enough)
    case 'emojiBytes':
      return withHeavyEmoji(text, enough)
    default:
      return unit satisfies never
  }
}

function codePoints(text: string): number {
  let length = 0
  for (const _ of text) length += 1
  return length
}

/** Matches one character of an emoji, including those that join or modify emoji. */
const ofEmoji = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200d|\u20e3|\ufe0f/u

function withHeavyEmoji(text: string, enough: number): number {
  let length = 0
  for (const sign of text) {
    if (length > enough) break
    length += ofEmoji.test(sign) ? bytesOf(sign.codePointAt(0) ?? 0) : 1
  }
  return length
}

const bytesOf = (point: number): number => (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4)
