import { type Answer, Refused } from '../../../core/http/request.ts'

/** Builds an error response: the network's own number and a sentence. */
export const responded = (
  status: number,
  code: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Answer => ({ status, headers, body: { code, message } })

export function no(status: number, code: number, message: string): never {
  throw new Refused(responded(status, code, message))
}

/** Rejects a request, in the wording of the validator that checks requests against the API description. */
export const invalid = (message: string): never => no(400, 1, message)

export const unknownToken = (): Answer => responded(401, 2, 'Authentication failed.')

export const trialWords =
  'Apps with Trial access may not create Pins in production, use https://api-sandbox.pinterest.com (API Sandbox) instead to create Pins.'
