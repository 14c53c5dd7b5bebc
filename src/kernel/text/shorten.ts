import { graphemeStarts, hasMoreGraphemes } from '#rules/count/graphemes.ts'

/**
 * Shortens a text to at most `max` UTF-16 units or graphemes, including the ellipsis. Never splits a grapheme: a part
 * of an emoji would be another emoji.
 */
export function shorten(text: string, max: number, unit: 'units' | 'graphemes' = 'units'): string {
  if (unit === 'graphemes' ? !hasMoreGraphemes(text, max) : text.length <= max) return text
  const end = unit === 'graphemes' ? startOf(text, max - 1) : lastStart(text, max - 1)
  return `${text.slice(0, end).trimEnd()}…`
}

/** Returns where a grapheme begins, by its number. */
function startOf(text: string, nth: number): number {
  const [start = 0] = graphemeStarts(text).drop(nth)
  return start
}

/** Returns where the last grapheme begins that begins at this position or before. */
function lastStart(text: string, position: number): number {
  let last = 0
  // The two units after the position decide whether a grapheme begins there.
  for (const start of graphemeStarts(text.slice(0, position + 2))) if (start <= position) last = start
  return last
}
