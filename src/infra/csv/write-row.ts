type CsvCell = string | number | null
type CsvSeparator = ',' | ';'

/** Makes programs that guess a file's encoding read it as UTF-8. */
export const byteOrderMark = '\u{feff}'

/**
 * Writes a row of CSV (RFC 4180). Text that a spreadsheet would run as a formula gets a leading apostrophe; numbers
 * stay numbers.
 */
export const writeCsvRow = (cells: readonly CsvCell[], separator: CsvSeparator = ','): string =>
  `${cells.map(writeCell).join(separator)}\r\n`

function writeCell(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const safe = markAsText(cell)
  return /[",;\r\n\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * Keeps spreadsheets from running text as a formula. A leading apostrophe marks a cell as text. It is removed when the
 * cell is read again, so the text stays the same.
 */
const mayRun = /^'*[=+\-@\t\r\n]/
const isMarked = /^'+[=+\-@\t\r\n]/

const markAsText = (text: string): string => (mayRun.test(text) ? `'${text}` : text)
export const unmarkText = (cell: string): string => (isMarked.test(cell) ? cell.slice(1) : cell)
