import type { JsonObject } from '#connectors/connector.ts'

/**
 * Merges a renewed grant into the old one. A network that does not rotate tokens may omit the refresh token from its
 * response or send it empty: an empty value never overwrites a valid one. Returns null if the renewal contains nothing.
 */
export function mergeRefreshedGrant(old: JsonObject, renewed: JsonObject): JsonObject | null {
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
