/** A CSV file as its records. The first one has the headings; their numbers are those of the service's report. */
interface Records {
  /** Each record as it is in the file, with its line end. */
  readonly texts: readonly string[]
  /** Returns the post's text in a record, by the record's number. */
  readonly contentOf: (row: number) => string
}

const separators = [',', ';', '\t'] as const

/** Splits a file into its records. Quotation marks can enclose line ends and separators. */
export function splitRecords(file: string): Records {
  const texts = split(file, '\n')
  const [head = ''] = texts
  const separator = separators.reduce((best, one) => (head.split(one).length > head.split(best).length ? one : best))
  const cellsOf = (record: string) => split(record.replace(/[\r\n]+$/, ''), separator).map(readCell)
  const column = cellsOf(head).findIndex((name) => name.trim().toLowerCase() === 'content')
  return { texts, contentOf: (row) => cellsOf(texts[row - 1] ?? '')[column] ?? '' }
}

/** Returns the file with the headings and these rows alone. */
export const keepRows = ({ texts }: Records, isKept: (row: number) => boolean): string =>
  texts.filter((_, nth) => nth === 0 || isKept(nth + 1)).join('')

/** Splits a text after each mark outside of quotation marks. A line feed also stands for the other line ends. */
function split(text: string, mark: string): readonly string[] {
  const parts: string[] = []
  let [begin, isQuoted] = [0, false]
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') isQuoted = !isQuoted
    if (isQuoted) continue
    const isEnd = text[at] === mark || (mark === '\n' && text[at] === '\r' && text[at + 1] !== '\n')
    if (!isEnd) continue
    parts.push(text.slice(begin, at + 1))
    begin = at + 1
  }
  return begin < text.length ? [...parts, text.slice(begin)] : parts
}

/** Reads a cell with the separator that ends it. */
function readCell(cell: string): string {
  const bare = cell.replace(/[,;\t]$/, '')
  return bare.startsWith('"') ? bare.slice(1, -1).replaceAll('""', '"') : bare
}
