import { find } from '#rules/find/find.ts'
import type { Dialect } from '#rules/limits.ts'

interface Stretch {
  readonly start: number
  readonly text: string
  /** `over`: it does not fit. `found`: a link, a name or a tag. */
  readonly kind: 'over' | 'found' | null
}

/** Above this length the text stays plain, so that typing stays quick. */
const longestColored = 20_000

/** Splits a text at its links, names and tags, and where it becomes too long. */
export function colorText(text: string, dialect: Dialect, fits: number | null): readonly Stretch[] {
  if (text.length > longestColored) return [{ start: 0, text, kind: null }]
  const end = fits === null ? text.length : Math.min(fits, text.length)
  const stretches: Stretch[] = []
  let at = 0
  for (const one of find(text, dialect)) {
    if (one.end > end) break
    stretches.push({ start: at, text: text.slice(at, one.start), kind: null })
    stretches.push({ start: one.start, text: text.slice(one.start, one.end), kind: 'found' })
    at = one.end
  }
  stretches.push({ start: at, text: text.slice(at, end), kind: null })
  stretches.push({ start: end, text: text.slice(end), kind: 'over' })
  return stretches.filter((one) => one.text !== '')
}
