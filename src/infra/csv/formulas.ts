/**
 * Keeps spreadsheets from running text as a formula. An apostrophe in front tells them that a cell is text; it is taken off
 * when the cell is read again, so text survives both ways.
 */

const mayRun = /^'*[=+\-@\t\r\n]/
const isMarked = /^'+[=+\-@\t\r\n]/

export const markAsText = (text: string): string => (mayRun.test(text) ? `'${text}` : text)
export const unmarkText = (cell: string): string => (isMarked.test(cell) ? cell.slice(1) : cell)
