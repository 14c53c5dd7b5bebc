/** Answers that can be exported. */
export const exportTypes = ['overview', 'accounts', 'best-times'] as const

type Cell = string | number | null

/** Spreadsheets run a cell that begins with one of these as a formula. */
const formulaStart = /^[=+\-@\t\r]/

/**
 * Writes one line of CSV (RFC 4180). Text that a spreadsheet would run as a formula gets an apostrophe in front; numbers
 * stay numbers.
 */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cellText).join(',')}\r\n`

function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const safe = formulaStart.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
