import { CallFailed, type Failure } from '#connectors/connector.ts'
import { jsonOf } from '#connectors/verdicts/verdict-table.ts'

/** Returns the network's own name for an error. Null: the answer has none. */
export function errorNameOf(error: unknown): string | null {
  if (!(error instanceof CallFailed) || error.failure.sent !== 'answered') return null
  return nameIn(error.failure)
}

/** Reads the name. The standard of DPoP puts its errors into a header; all others are in the body. */
export function nameIn(failure: Failure): string | null {
  const challenged = /^DPoP\b.{0,500}?\berror="([\w.-]{1,100})"/i.exec(failure.headers['www-authenticate'] ?? '')?.[1]
  if (challenged !== undefined) return challenged
  const name = jsonOf(failure)?.error
  return typeof name === 'string' && name !== '' ? name : null
}

/** Builds a refusal of ours in the form of the servers' own errors. */
export const refusal = (error: string): CallFailed =>
  new CallFailed({ sent: 'answered', status: 400, headers: {}, body: JSON.stringify({ error }), code: null })
