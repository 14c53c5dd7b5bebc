/**
 * Keeps spreadsheets from running text as a formula. A leading apostrophe marks a cell as text. It is removed when the
 * cell is read again, so text survives in both directions.
 */

const mayRun = /^'*[=+\-@\t\r\n]/
const isMarked = /^'+[=+\-@\t\r\n]/

export const markAsText = (text: string): string => (mayRun.test(text) ? `'${text}` : text)
export const unmarkText = (cell: string): string => (isMarked.test(cell) ? cell.slice(1) : cell)
