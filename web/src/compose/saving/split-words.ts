export interface Piece {
  readonly key: number
  readonly words: string
  /** True for text that the other version does not have here. */
  readonly isNew: boolean
}

/** Splits a text into parts shared with another and parts that differ: the common prefix and suffix are shared. */
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
