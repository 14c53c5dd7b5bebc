import type { Answer, Reading } from '#connectors/connector.ts'

/**
 * Reads the remaining calls of the app's and the account's daily limits. If the account has no daily limit, its current
 * window counts.
 */
export function meter({ headers }: Pick<Answer, 'headers'>): readonly Reading[] {
  const read = (name: string, scope: Reading['scope']): Reading | null => {
    const remaining = numberIn(headers[`${name}-remaining`])
    const resets = numberIn(headers[`${name}-reset`])
    if (remaining === null || resets === null) return null
    return { scope, remaining: Math.max(0, remaining), resetsAt: new Date(resets * 1_000) }
  }
  const app = read('x-app-limit-24hour', 'app')
  const account = read('x-user-limit-24hour', 'account') ?? read('x-rate-limit', 'account')
  return [app, account].filter((reading) => reading !== null)
}

function numberIn(text: string | undefined): number | null {
  const value = /^-?\d{1,12}$/.test(text ?? '') ? Number(text) : Number.NaN
  return Number.isNaN(value) ? null : value
}
