export interface Piece {
  readonly key: number
  readonly words: string
  /** True for what the other text does not have at this place. */
  readonly isNew: boolean
}

/** Splits a text into what it shares with another and what it does not: what both begin and end with is shared. */
export function splitWords(text: string, other: string): readonly Piece[] {
  const [here, there] = [text.split(/(\s+)/), other.split(/(\s+)/)]
  const most = Math.min(here.length, there.length)
  let start = 0
  while (start < most && here[start] === there[start]) start += 1
  let end = 0
  while (end < most - start && here.at(-1 - end) === there.at(-1 - end)) end += 1
  const pieces = [
    { key: 0, words: here.slice(0, start).join(''), isNew: false },
    { key: 1, words: here.slice(start, here.length - end).join(''), isNew: true },
    { key: 2, words: here.slice(here.length - end).join(''), isNew: false },
  ]
  return pieces.filter(({ words }) => words !== '')
}
