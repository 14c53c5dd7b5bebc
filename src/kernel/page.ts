import { refuse } from './errors.ts'

/** A page of a list. Pagination is by key, never by offset. `nextCursor` is null on the last page. */
export interface Page<Item> {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
  readonly hasMore: boolean
}

/** Makes a page from `limit + 1` rows. The extra row only shows that there are more. */
export function pageOf<Item>(rows: readonly Item[], limit: number, keyOf: (last: Item) => string): Page<Item> {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  const nextCursor = rows.length > limit && last !== undefined ? encodeCursor(keyOf(last)) : null
  return { items, nextCursor, hasMore: nextCursor !== null }
}

/** The page requested of a short list. Without a limit, it is the rest of the list. */
export interface ShortListQuery {
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

/** Makes a page of a short list that is in memory. */
export function pageOfWhole<Item>(
  whole: readonly Item[],
  { limit = whole.length, cursor }: ShortListQuery,
  keyOf: (item: Item) => string,
): Page<Item> {
  if (cursor === undefined) return pageOf(whole, limit, keyOf)
  const key = decodeCursor(cursor, /^./)
  const at = whole.findIndex((item) => keyOf(item) === key)
  if (at === -1) refuseCursor()
  return pageOf(whole.slice(at + 1), limit, keyOf)
}

/** The key of a list paginated by row ID, for `decodeCursor`. */
export const uuidKey = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Encodes a cursor. Cursors are opaque to clients, so their content can change. */
const encodeCursor = (key: string): string => Buffer.from(key, 'utf8').toString('base64url')

export function decodeCursor(cursor: string, looksRight: RegExp): string {
  const key = Buffer.from(cursor, 'base64url').toString('utf8')
  return looksRight.test(key) ? key : refuseCursor()
}

const refuseCursor = (): never =>
  refuse('cursor_invalid', { detail: 'Pass `nextCursor` from the previous page unchanged, or omit `cursor`.' })
