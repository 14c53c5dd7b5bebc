import type { Incoming } from '../../../core/http/request.ts'
import { compareIds } from '../state/platform.ts'

interface Page {
  readonly limit: number
  readonly maxId: string | null
  readonly sinceId: string | null
  readonly minId: string | null
}

export function pageOf({ query }: Incoming, { usual, max }: { usual: number; max: number }): Page {
  const requestCount = Number.parseInt(query.get('limit') ?? '', 10)
  return {
    limit: requestCount > 0 ? Math.min(requestCount, max) : usual,
    maxId: query.get('max_id') || null,
    sinceId: query.get('since_id') || null,
    minId: query.get('min_id') || null,
  }
}

/**
 * Returns a page of rows, newest first. `since_id` returns the newest rows above it, `min_id` the rows directly above
 * it. `all` is sorted by ID, oldest first.
 */
export function pick<T extends { readonly id: string }>(
  all: readonly T[],
  page: Page,
  keep: (one: T) => boolean,
): readonly T[] {
  const floor = page.minId ?? page.sinceId
  const from = floor === null ? 0 : firstFrom(all, floor, 'after')
  const to = page.maxId === null ? all.length : firstFrom(all, page.maxId, 'at')
  const picked: T[] = []
  const step = page.minId === null ? -1 : 1
  for (let at = step < 0 ? to - 1 : from; at >= from && at < to && picked.length < page.limit; at += step) {
    const one = all[at]
    if (one !== undefined && keep(one)) picked.push(one)
  }
  return step < 0 ? picked : picked.reverse()
}

/** Returns the index of the first row whose ID is at least the given one (`at`) or above it (`after`). */
function firstFrom(all: readonly { readonly id: string }[], id: string, which: 'at' | 'after'): number {
  let low = 0
  let high = all.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const order = compareIds(all[middle]?.id ?? '', id)
    if (order < 0 || (which === 'after' && order === 0)) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns a header with links to the previous and next page; none for an empty page. */
export function linkHeader(
  base: string,
  { path, query }: Incoming,
  picked: readonly { readonly id: string }[],
  limit: number,
): Record<string, string> {
  const [newest, oldest] = [picked[0], picked.at(-1)]
  if (!newest || !oldest) return {}
  const at = (name: string, id: string) => {
    const next = new URLSearchParams(query)
    for (const one of ['max_id', 'since_id', 'min_id']) next.delete(one)
    next.set(name, id)
    return `${base}${path}?${next}`
  }
  const next = picked.length === limit ? [`<${at('max_id', oldest.id)}>; rel="next"`] : []
  return { link: [...next, `<${at('min_id', newest.id)}>; rel="prev"`].join(', ') }
}
