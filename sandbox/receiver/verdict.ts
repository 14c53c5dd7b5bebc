import type { ConfiguredResponse } from './configured-response.ts'
import type { Verification } from './verify.ts'

/** The combined result of a delivery's checks. `unknown` if the receiver does not know the secret. */
type Signature = 'valid' | 'invalid' | 'missing' | 'unknown'

/** Combines both checks. A delivery need not have both signatures, but those that it has must be valid. */
export function signatureOf({ service, standard }: Verification): Signature {
  const both = [service, standard]
  if (both.includes('invalid')) return 'invalid'
  if (both.includes('valid')) return 'valid'
  return both.includes('no secret known') ? 'unknown' : 'missing'
}

/** Adds the result of the signature check to a response, unless it has its own body or cannot have one. */
export function withVerdict(answer: ConfiguredResponse, verification: Verification): ConfiguredResponse {
  const canHaveBody = answer.status !== 204 && answer.status !== 304 && answer.hang !== true
  if (answer.body !== undefined || !canHaveBody) return answer
  const signature = signatureOf(verification)
  const { service, standard } = verification.reasons
  const why = signature === 'valid' ? {} : { reason: service ?? standard }
  const headers = { 'content-type': 'application/json', ...answer.headers }
  return { ...answer, headers, body: JSON.stringify({ signature, ...why }) }
}
