import type { ToldAnswer } from './told-answer.ts'
import type { Verification } from './verify.ts'

/** The outcome of the checks of a delivery, in a word. `unknown`: the receiver does not know the secret. */
type Signature = 'valid' | 'invalid' | 'missing' | 'unknown'

/** Sums both checks up. A delivery need not carry both signatures, but none that it carries may be wrong. */
export function signatureOf({ service, standard }: Verification): Signature {
  const both = [service, standard]
  if (both.includes('invalid')) return 'invalid'
  if (both.includes('valid')) return 'valid'
  return both.includes('no secret known') ? 'unknown' : 'missing'
}

/** Adds the outcome of the signature to an answer, unless it has its own body, or can have none. */
export function withVerdict(answer: ToldAnswer, verification: Verification): ToldAnswer {
  const canHaveBody = answer.status !== 204 && answer.status !== 304 && answer.hang !== true
  if (answer.body !== undefined || !canHaveBody) return answer
  const signature = signatureOf(verification)
  const { service, standard } = verification.reasons
  const why = signature === 'valid' ? {} : { reason: service ?? standard }
  const headers = { 'content-type': 'application/json', ...answer.headers }
  return { ...answer, headers, body: JSON.stringify({ signature, ...why }) }
}
