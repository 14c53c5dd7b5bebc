import { createHash } from 'node:crypto'
import { type CsvRow, readCsvRows } from '#infra/csv/read-rows.ts'
import { type Fault, refuse, refuseInput } from '#kernel/errors.ts'
import { fromWire, type PostId, type ProfileId, toWire } from '#kernel/ids.ts'
import { nearestWord } from '#kernel/text/nearest.ts'
import { faultsOf } from '#rules/faults/faults-of.ts'
import { countFiles } from '../schema/parts.ts'
import { createPlacedBody, type NewPlacedPost, type NewPost, type SlotRequest } from '../schema/requests.ts'
import { askedColumns, columns, shownColumns } from './columns.ts'

export const rowsMax = 500
const filesMax = 200
/** A file with more headings is not a list of posts. */
const headingsMax = 100
/** The maximum number of errors to report for one row, to keep the response smaller than the file may be. */
const faultsMax = 20

/** A row of an import. The path of each error begins with that of its row. */
export interface ImportRow {
  readonly row: number
  /** The post that the row was exported from. */
  readonly id: PostId | null
  /** Null if the row has errors. */
  readonly input: NewPost | null
  /** The posting time that the row asks for instead of a time. */
  readonly slot: SlotRequest | null
  readonly faults: readonly Fault[]
}

interface ImportFile {
  readonly rows: readonly ImportRow[]
  /** Distinguishes two files. */
  readonly digest: string
}

export const pathOfRow = (row: number): string => `/rows/${row}`

/** Reads a file into posts of a profile, row by row. Refuses a file without headings or with too many rows. */
export async function readImport(body: AsyncIterable<Uint8Array>, profileId: ProfileId): Promise<ImportFile> {
  const digest = createHash('sha256').update(profileId)
  const listened = async function* () {
    for await (const chunk of body) {
      digest.update(chunk)
      yield chunk
    }
  }
  let names: readonly string[] | null = null
  const rows: ImportRow[] = []
  for await (const row of readCsvRows(listened())) {
    if (names === null) names = readHeadings(row)
    else if (rows.length === rowsMax)
      refuse('csv_too_many_rows', { detail: `An import accepts at most ${rowsMax} rows. Split the file.` })
    else rows.push(readRow(row, names, profileId))
  }
  if (names === null)
    refuse('csv_unreadable', { detail: 'The file is empty. Its first row must contain the column names.' })
  const files = rows.reduce((sum, { input }) => sum + (input ? countFiles(input) : 0), 0)
  if (files > filesMax)
    refuseInput({ path: '/rows', code: 'too_big', message: `can’t use more than ${filesMax} files in total` })
  return { rows, digest: digest.digest('base64url') }
}

const readers = { ...columns, ...askedColumns }
const known = [...Object.keys(readers), ...Object.keys(shownColumns)]
const plainOf = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]/g, '')
const byPlainName = new Map(known.map((name) => [plainOf(name), name]))

function readHeadings({ row, cells }: CsvRow): string[] {
  const count = cells.filter((cell) => cell.trim() !== '').length
  if (count > headingsMax)
    refuse('csv_unreadable', {
      detail:
        `The first row has ${count} cells. It must contain the column names, ` +
        `of which there are at most ${headingsMax}.`,
    })
  const names = cells.map((cell) => byPlainName.get(plainOf(cell)) ?? cell.trim())
  const faults = names.flatMap((name, index): Fault[] => {
    const path = `${pathOfRow(row)}/${name}`
    if (name === '') return []
    if (names.indexOf(name) < index) return [{ path, code: 'duplicate_column', message: 'lists the same column twice' }]
    if (known.includes(name)) return []
    const meant = nearestWord(name, known)
    const advice = meant ? `did you mean ${meant}?` : `the columns are ${known.join(', ')}`
    return [{ path, code: 'unknown_column', message: `isn’t a known column. ${advice}` }]
  })
  if (faults.length > 0) refuseInput(...faults)
  return names
}

function readRow({ row, cells }: CsvRow, names: readonly string[], profileId: ProfileId): ImportRow {
  const path = pathOfRow(row)
  const faults: Fault[] = []
  const body: Record<string, unknown> = { profileId: toWire('prof', profileId) }
  for (const [index, cell] of cells.entries()) {
    const name = names[index] ?? ''
    if (cell.trim() === '') continue
    if (name === '') {
      // A text that was split at its separators has many such cells.
      if (faults.at(-1)?.message !== withoutHeading)
        faults.push({ path, code: 'cell_without_heading', message: withoutHeading })
      continue
    }
    const column = Object.hasOwn(readers, name) ? readers[name as keyof typeof readers] : undefined
    if (!column) continue
    const read = column.read(cell)
    if ('fault' in read) faults.push({ path: `${path}/${name}`, ...read.fault })
    else body[name] = read.value
  }
  const isTimed = body.scheduledAt !== undefined || body.slot !== undefined
  body.saveAsDraft ??= !isTimed
  if (body.saveAsDraft === false && !isTimed)
    faults.push({ path: `${path}/scheduledAt`, code: 'required', message: 'is required unless saveAsDraft is true' })
  const parsed = createPlacedBody.safeParse(body, { reportInput: true })
  if (!parsed.success) faults.push(...parsed.error.issues.flatMap((issue) => faultsOf(issue, path)))
  else if (parsed.data.slot?.place === 'top') faults.push({ path: `${path}/slot`, ...noTop })
  const id = fromWire('post', cells[names.indexOf('id')]?.trim() ?? '')
  const found = parsed.success && faults.length === 0 ? takeSlot(parsed.data) : { input: null, slot: null }
  return { row, id: id as PostId | null, ...found, faults: limitFaults(faults) }
}

const takeSlot = ({ slot, ...input }: NewPlacedPost) => ({ input, slot: slot ?? null })

/** The first time of a plan would move its other posts, also those of earlier rows. */
const noTop = { code: 'invalid_value', message: 'must be next or last: posts of a file don’t move others' }

/** Returns the first errors of a row. */
export const limitFaults = (faults: readonly Fault[]): readonly Fault[] => faults.slice(0, faultsMax)

const withoutHeading = 'has a cell without a heading. Text that contains the separator must be in quotation marks'
