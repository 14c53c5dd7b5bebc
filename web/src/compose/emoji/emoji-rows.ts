import type { Emoji } from './emoji-data.ts'

export const columns = 8

/** The emoji of several sections in rows. Each section begins a row. */
interface EmojiRows {
  readonly all: readonly Emoji[]
  /** The position of the first emoji of each section. */
  readonly starts: readonly number[]
  /** The positions in each row. */
  readonly rows: readonly (readonly number[])[]
}

export function toRows(sections: readonly (readonly Emoji[])[]): EmojiRows {
  const starts: number[] = []
  const rows: number[][] = []
  let place = 0
  for (const section of sections) {
    starts.push(place)
    for (let nth = 0; nth < section.length; nth += columns)
      rows.push(section.slice(nth, nth + columns).map((_, column) => place + nth + column))
    place += section.length
  }
  return { all: sections.flat(), starts, rows }
}

/** Returns the position to which an arrow key leads. Null for another key. Stays in place at the ends. */
export function moveBy({ all, rows }: EmojiRows, from: number, key: string): number | null {
  const last = all.length - 1
  if (key === 'ArrowRight') return Math.min(last, from + 1)
  if (key === 'ArrowLeft') return Math.max(0, from - 1)
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return null
  const row = rows.findIndex((places) => places.includes(from))
  const column = rows[row]?.indexOf(from) ?? 0
  const next = rows[row + (key === 'ArrowDown' ? 1 : -1)]
  return next ? (next[column] ?? next.at(-1) ?? from) : from
}
