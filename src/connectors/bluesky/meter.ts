import type { Answer, Reading } from '#connectors/connector.ts'

/** The only limit per IP address: 3,000 calls in five minutes. */
const byAddress = /(?:^|;)\s*w=300\b/

/** Reads the remaining calls of a limit from response headers, in the network's own points. */
export function meter({ headers }: Pick<Answer, 'status' | 'headers'>): readonly Reading[] {
  const remaining = Number(headers['ratelimit-remaining'] ?? Number.NaN)
  const resets = Number(headers['ratelimit-reset'] ?? Number.NaN)
  if (!Number.isFinite(remaining) || !Number.isFinite(resets)) return []
  const [limit = '', ...rest] = (headers['ratelimit-policy'] ?? '').split(';')
  const isNode = Number(limit) >= 1_000 && byAddress.test(rest.join(';'))
  return [{ scope: isNode ? 'node' : 'account', remaining, resetsAt: new Date(resets * 1_000) }]
}
