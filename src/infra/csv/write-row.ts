import { markAsText } from './formulas.ts'

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
