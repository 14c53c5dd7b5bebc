import { CallFailed, type Failure } from '#connectors/connector.ts'
import { jsonOf } from '#connectors/verdicts/verdict-table.ts'

/** Returns the network's own name for an error, or null if the response has none. */
export function errorNameOf(error: unknown): string | null {
  if (!(error instanceof CallFailed) || error.failure.sent !== 'answered') return null
  return nameIn(error.failure)
}

/** Reads the name. DPoP errors are in a header; all others are in the body. */
export function nameIn(failure: Failure): string | null {
  const challenged = /^DPoP\b.{0,500}?\berror="([\w.-]{1,100})"/i.exec(failure.headers['www-authenticate'] ?? '')?.[1]
  if (challenged !== undefined) return challenged
  const name = jsonOf(failure)?.error
  return typeof name === 'string' && name !== '' ? name : null
}

/** Returns the error name for an account whose server says that it is not active. */
export const stateError = (status: string | undefined): string =>
  status === 'deactivated' ? 'AccountDeactivated' : 'AccountTakedown'
