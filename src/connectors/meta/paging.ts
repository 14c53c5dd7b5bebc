import { z } from 'zod'

/**
 * The part of a list by which Meta tells that there is more. Only `next` tells: a page may be shorter than it was asked
 * to be, since Meta leaves rows out after it has counted them, and a last page has a cursor, too.
 */
export const paging = z
  .object({ cursors: z.object({ after: z.string() }).partial().optional(), next: z.string().optional() })
  .nullish()

/**
 * Returns the cursor of the next page; null after the last one. The address of the page is not followed: it contains the
 * token, and could lead anywhere.
 */
export function onwardIn(given: z.output<typeof paging>): string | null {
  if (given?.next === undefined) return null
  return given.cursors?.after ?? URL.parse(given.next)?.searchParams.get('after') ?? null
}
