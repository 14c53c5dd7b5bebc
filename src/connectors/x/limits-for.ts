import type { JsonObject } from '#connectors/connector.ts'
import type { Limits } from '#rules/limits.ts'
import { x } from '#rules/networks/x.ts'

const longMax = 25_000
const longFilmMs = 4 * 3_600_000

/**
 * Returns the limits of an account. Paid accounts may publish longer texts, which are counted the same way, and longer
 * videos. The API's file size limit is the same for all.
 */
export function limitsFor(facts: JsonObject): Limits {
  if (!isPaid(facts)) return x
  return {
    ...x,
    text: x.text.map((rule) => ({ ...rule, max: longMax })),
    video: { ...x.video, maxDurationMs: longFilmMs },
  }
}

const isPaid = ({ subscriptionType, verifiedType }: JsonObject): boolean =>
  /^(?:basic|premium)/i.test(wordOf(subscriptionType)) || /^(?:business|government)$/i.test(wordOf(verifiedType))

const wordOf = (value: unknown): string => (typeof value === 'string' ? value : '')
