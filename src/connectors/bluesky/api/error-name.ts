import { CallFailed } from '#connectors/connector.ts'
import { jsonOf } from '#connectors/verdicts/verdict-table.ts'

/** Returns the network's own name for an error. Null: the answer has none. */
export function errorNameOf(error: unknown): string | null {
  if (!(error instanceof CallFailed) || error.failure.sent !== 'answered') return null
  const name = jsonOf(error.failure)?.error
  return typeof name === 'string' ? name : null
}

/** Builds a refusal of ours in the form of the servers' own errors. */
export const refusal = (error: string): CallFailed =>
  new CallFailed({ sent: 'answered', status: 400, headers: {}, body: JSON.stringify({ error }), code: null })
