/** A statement of a migration in lowercase, with single spaces and without comments, strings and bodies. */
export interface Statement {
  readonly text: string
  /** The line on which it begins, from 1. */
  readonly line: number
}

/** Splits the source of a migration into its statements. */
export function statementsOf(source: string): Statement[] {
  const found: Statement[] = []
  let text = ''
  let line = 1
  let begunOn = 1
  const end = (): void => {
    const tidy = text.replace(/\s+/g, ' ').trim().toLowerCase()
    if (tidy !== '') found.push({ text: tidy, line: begunOn })
    text = ''
  }
  for (let at = 0; at < source.length; ) {
    const piece = pieceAt(source, at)
    if (piece.text === ';') end()
    else {
      if (text.trim() === '') begunOn = line
      text += piece.text
    }
    line += source.slice(at, piece.end).split('\n').length - 1
    at = piece.end
  }
  end()
  return found
}

/** Returns the text at a position, without the contents of comments, strings and bodies, and where it ends. */
function pieceAt(source: string, at: number): { readonly text: string; readonly end: number } {
  if (source.startsWith('--', at)) return { text: ' ', end: endOf(source, '\n', at) - 1 }
  if (source.startsWith('/*', at)) return { text: ' ', end: endOf(source, '*/', at + 2) }
  if (source[at] === "'") return { text: "''", end: endOf(source, "'", at + 1) }
  const quote = source[at] === '$' ? /^\$\w{0,20}\$/.exec(source.slice(at, at + 22))?.[0] : undefined
  if (quote) return { text: '$$', end: endOf(source, quote, at + quote.length) }
  return { text: source[at] ?? '', end: at + 1 }
}

function endOf(source: string, mark: string, from: number): number {
  const at = source.indexOf(mark, from)
  return at < 0 ? source.length + (mark === '\n' ? 1 : 0) : at + mark.length
}

/** Splits a list at the commas outside of parentheses. */
export function splitList(text: string): string[] {
  const parts: string[] = ['']
  let depth = 0
  for (const char of text) {
    if (char === '(') depth += 1
    if (char === ')') depth -= 1
    if (char === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += char
  }
  return parts.map((part) => part.trim())
}
