import type { JsonObject } from '#connectors/connector.ts'

/**
 * A renewal as it is kept. A network that rotates nothing may leave the renewing token out of its answer, or send it
 * empty: what is good already is never overwritten by nothing. Null: the renewal has brought nothing at all.
 */
export function keepGood(old: JsonObject, renewed: JsonObject): JsonObject | null {
  const brought = Object.entries(renewed).filter(([, value]) => !isNothing(value))
  if (brought.length === 0) return null
  return {
    ...renewed,
    ...Object.fromEntries(Object.entries(old).filter(([, value]) => !isNothing(value))),
    ...Object.fromEntries(brought),
  }
}

const isNothing = (value: JsonObject[string] | undefined): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0)
