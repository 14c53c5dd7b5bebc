import { z } from 'zod'

/**
 * The part of a list that shows whether there is more. Only `next` does: a page may be shorter than requested, because
 * Meta removes rows after counting them, and the last page has a cursor, too.
 */
export const paging = z
  .object({ cursors: z.object({ after: z.string() }).partial().optional(), next: z.string().optional() })
  .nullish()

/**
 * Returns the cursor of the next page; null after the last one. The page's URL is not followed, because it contains the
 * token and could lead anywhere.
 */
export function onwardIn(given: z.output<typeof paging>): string | null {
  if (given?.next === undefined) return null
  return given.cursors?.after ?? URL.parse(given.next)?.searchParams.get('after') ?? null
}
