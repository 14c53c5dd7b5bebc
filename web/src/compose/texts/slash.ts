/** The place where a saved text is looked for: a slash at the start of a word, and what was typed after it. */
export interface Slash {
  readonly from: number
  readonly to: number
  readonly query: string
}

/** Finds a slash at the start of the word before the caret. */
export function findSlash(text: string, caret: number): Slash | null {
  const match = /(?:^|\s)\/([^\s/]{0,40})$/u.exec(text.slice(0, caret))
  if (!match) return null
  const query = match[1] ?? ''
  return { from: caret - query.length - 1, to: caret, query }
}
