/** Created for the first text, because it loads the Unicode tables. */
let segmenter: Intl.Segmenter | null = null

/**
 * The maximum text that the segmenter gets in one call: the time for each of its steps grows with the length of its
 * entire text.
 */
const pieceUnits = 256

/**
 * Yields the start of each grapheme of a text, in UTF-16 units. The segmenter gets the text in short pieces. The last
 * grapheme of a piece may continue after it, so the next piece begins with it again.
 */
export function* graphemeStarts(text: string): Generator<number> {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  let at = 0
  let units = pieceUnits
  while (at < text.length) {
    const end = wholeCharacters(text, at + units)
    const piece = text.slice(at, end)
    const isRest = end >= text.length
    let last = 0
    for (const { index } of segmenter.segment(piece)) {
      if (index > 0) yield at + last
      last = index
    }
    if (isRest) {
      yield at + last
      return
    }
    // A grapheme longer than the piece: try a longer piece.
    units = last === 0 ? units * 2 : pieceUnits
    at += last
  }
}

/** Returns the same end, or the next one if it would split a character. */
const wholeCharacters = (text: string, end: number): number =>
  (text.codePointAt(end - 1) ?? 0) > 0xffff ? end + 1 : end

/** Counts the graphemes of a text. Returns some number above `enough` if there are more. */
export function countGraphemes(text: string, enough = Number.POSITIVE_INFINITY): number {
  // A text in which every character is its own grapheme does not need segmentation.
  if (/^[\x20-\x7e\n]*$/.test(text)) return text.length
  let count = 0
  for (const _ of graphemeStarts(text)) {
    count += 1
    if (count > enough) break
  }
  return count
}

export const hasMoreGraphemes = (text: string, max: number): boolean =>
  text.length > max && countGraphemes(text, max) > max
