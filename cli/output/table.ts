import { styleText } from 'node:util'
import { clean, countColumns, cut } from './clean.ts'

export interface Column<Item> {
  readonly title: string
  of(item: Item): string | number | null
  /** Set for the column that shrinks if the terminal is too narrow. */
  readonly shrinks?: true
  /** Set for a column of states, which are colored. */
  readonly isState?: true
}

const gap = '  '
/** The minimum width of a column that shrinks. */
const least = 12

interface Look {
  /** Null if the output is not a terminal, so nothing is truncated. */
  readonly columns: number | null
  readonly hasColour: boolean
}

/** Formats a table as lines, starting with the headings. */
export function layOut<Item>(items: readonly Item[], columns: readonly Column<Item>[], look: Look): readonly string[] {
  const rows = [
    columns.map(({ title }) => title),
    ...items.map((item) => columns.map(({ of }) => clean(String(of(item) ?? '')))),
  ]
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => countColumns(row[index] ?? ''))))
  if (look.columns !== null) shrink(widths, columns, look.columns)
  return rows.map((row, line) =>
    row
      .map((cell, index) => {
        const padded = pad(cut(cell, widths[index] ?? 0), widths[index] ?? 0)
        if (!look.hasColour) return padded
        if (line === 0) return paint('dim', padded)
        return columns[index]?.isState ? paint(toneOf(cell), padded) : padded
      })
      .join(gap)
      .trimEnd(),
  )
}

type Tone = 'dim' | 'green' | 'yellow' | 'red'

const tones: Readonly<Record<string, Tone>> = {
  published: 'green',
  active: 'green',
  delivered: 'green',
  create: 'green',
  unchanged: 'dim',
  draft: 'dim',
  cancelled: 'dim',
  failed: 'red',
  unknown: 'red',
  disconnected: 'red',
  drift: 'red',
  deleted: 'red',
}

const toneOf = (state: string): Tone => tones[state] ?? 'yellow'
const paint = (tone: Tone, text: string): string => styleText(tone, text, { validateStream: false })

function shrink<Item>(widths: number[], columns: readonly Column<Item>[], width: number): void {
  const excess = widths.reduce((sum, one) => sum + one, gap.length * (widths.length - 1)) - width
  const index = columns.findIndex(({ shrinks }) => shrinks)
  if (excess > 0 && index >= 0) widths[index] = Math.max(least, (widths[index] ?? 0) - excess)
}

const pad = (cell: string, width: number): string => cell + ' '.repeat(Math.max(0, width - countColumns(cell)))
