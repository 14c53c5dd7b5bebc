import type { JsonObject } from '#connectors/connector.ts'
import type { Limits } from '#rules/limits.ts'
import { instagram } from '#rules/networks/instagram.ts'

/** Returns the limits with the number of posts that Instagram reported for this account. */
export function limitsFor({ postsMax: max, postsPerMs: perMs }: JsonObject): Limits {
  if (typeof max !== 'number' || typeof perMs !== 'number') return instagram
  return { ...instagram, quotas: [{ max, perMs, of: 'account', counts: 'posts' }] }
}
