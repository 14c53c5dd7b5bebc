/** The available spans, in days. */
export const spans = [1, 7, 14, 31] as const
export const usualSpan = 7

interface RehearsalSearch {
  days?: number
}

/** Reads the page's search parameters. */
export const readRehearsalSearch = (search: Record<string, unknown>): RehearsalSearch =>
  spans.some((span) => span === search.days && span !== usualSpan) ? { days: Number(search.days) } : {}
