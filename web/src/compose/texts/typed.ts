/** A word before the caret that opens a list: its first character, and what was typed after it. */
export interface Typed {
  /** The first character. */
  readonly sign: string
  readonly from: number
  readonly to: number
  readonly query: string
}

type FindTyped = (text: string, caret: number) => Typed | null

const findBy =
  (pattern: RegExp): FindTyped =>
  (text, caret) => {
    const [, sign, query = ''] = pattern.exec(text.slice(0, caret)) ?? []
    return sign ? { sign, from: caret - query.length - 1, to: caret, query } : null
  }

/** Finds a slash at the start of the word before the caret, which opens the saved texts, or an @ and two letters, for people. */
export const findSlashOrAt = findBy(/(?:^|\s)(\/|@(?=\p{L}\S))([^\s/]{0,40})$/u)

/** Finds a colon and two letters at the start of the word before the caret, which open the emoji. */
export const findColon = findBy(/(?:^|\s)(:)(\p{L}[\p{L}\p{N}_]{1,30})$/u)
