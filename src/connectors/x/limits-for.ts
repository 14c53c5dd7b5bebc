import type { JsonObject } from '#connectors/connector.ts'
import type { Limits } from '#rules/limits.ts'
import { x } from '#rules/networks/x.ts'

const longMax = 25_000

/** Returns the limits of an account. Paid accounts may write longer texts, which are counted in the same way. */
export function limitsFor(facts: JsonObject): Limits {
  if (!mayWriteMuch(facts)) return x
  return { ...x, text: x.text.map((rule) => ({ ...rule, max: longMax })) }
}

const mayWriteMuch = ({ subscriptionType, verifiedType }: JsonObject): boolean =>
  /^(?:basic|premium)/i.test(wordOf(subscriptionType)) || /^(?:business|government)$/i.test(wordOf(verifiedType))

const wordOf = (value: unknown): string => (typeof value === 'string' ? value : '')
