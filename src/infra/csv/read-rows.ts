import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { Refusal, refuse } from '#kernel/errors.ts'
import { unmarkText } from './write-row.ts'

/** A row that has at least one cell with text. */
export interface CsvRow {
  /** The row number in a spreadsheet. The headings are row 1. */
  readonly row: number
  readonly cells: readonly string[]
}

const rowMaxBytes = 1024 * 1024
/** The headings must come within this many characters. */
const headMaxLength = 64 * 1024
const separators = [',', ';', '\t'] as const

/**
 * Reads CSV (RFC 4180) row by row: in UTF-8 with or without a byte order mark, separated by commas, semicolons or tabs,
 * with any line endings. Refuses anything that is not CSV and names the line of the first error.
 */
export async function* readCsvRows(body: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRow> {
  const texts = decode(body)
  const head = await readHead(texts)
  const parser = parse({
    delimiter: chooseSeparator(head),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: rowMaxBytes,
  })
  // An error in the source destroys the parser, whose reader then throws it.
  pipeline(Readable.from(chain(head, texts)), parser, () => {})
  let row = 0
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      row += 1
      const cells = record.map(unmarkText)
      if (cells.some((cell) => cell.trim() !== '')) yield { row, cells }
    }
  } catch (error) {
    throw error instanceof CsvError ? refusalOf(error) : error
  }
}

async function* decode(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of body) yield decoder.decode(chunk, { stream: true })
    yield decoder.decode()
  } catch (error) {
    if (error instanceof TypeError) {
      refuse('csv_unreadable', { detail: 'The file isn’t in UTF-8. Save it as "CSV UTF-8" and send it again.' })
    }
    throw error
  }
}

/** Reads at least the first line, unless it is too long. */
async function readHead(texts: AsyncIterator<string>): Promise<string> {
  let head = ''
  while (!/[\r\n]/.test(head) && head.length < headMaxLength) {
    const { done, value } = await texts.next()
    if (done) break
    head += value
  }
  return head
}

async function* chain(head: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  if (head !== '') yield head
  yield* rest
}

/** Chooses the separator that occurs most often in the headings. */
function chooseSeparator(head: string): string {
  const line = head.split(/[\r\n]/, 1)[0] ?? ''
  const count = (separator: string) => line.split(separator).length
  return separators.reduce((best, one) => (count(one) > count(best) ? one : best))
}

function refusalOf(error: CsvError): Refusal {
  const line = String(error.lines ?? 'unknown')
  const advice =
    error.code === 'CSV_QUOTE_NOT_CLOSED'
      ? 'A quotation mark is not closed.'
      : error.code === 'CSV_MAX_RECORD_SIZE'
        ? 'A row is longer than 1 MiB. Is a quotation mark missing?'
        : 'A cell contains a quotation mark. Double it and enclose the cell in quotation marks.'
  return new Refusal('csv_unreadable', { detail: `The file isn’t CSV at line ${line}. ${advice}` })
}
