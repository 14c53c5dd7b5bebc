import { type Answer, Refused } from '../../../core/http/request.ts'

/**
 * An error response of the network. It has three forms: problem+json with a specific type, problem+json with
 * `about:blank` where only the sentence distinguishes errors, and in some places the codes of the old API. The token
 * endpoint responds with OAuth errors.
 */
export interface Problem {
  readonly title: string
  readonly detail?: string
  readonly type?: string
  readonly errors?: readonly object[]
  readonly [more: string]: unknown
}

const headers = { 'content-type': 'application/problem+json; charset=utf-8' }

export const typeOf = (name: string): string => `https://api.x.com/2/problems/${name}`

export function problem(status: number, { type = 'about:blank', ...rest }: Problem): Answer {
  return { status, headers, body: { ...rest, type, status } }
}

export function no(status: number, what: Problem): never {
  throw new Refused(problem(status, what))
}

export const forbidden = (detail: string): never => no(403, { title: 'Forbidden', detail })

/** Rejects a parameter, in the wording of the network's validator. */
export function invalid(message: string, parameters: Readonly<Record<string, readonly string[]>> = {}): never {
  return no(400, {
    title: 'Invalid Request',
    detail: 'One or more parameters to your request was invalid.',
    type: typeOf('invalid-request'),
    errors: [{ parameters, message }],
  })
}

/** Rejects with an error of the old API: a number and a sentence. */
export function legacy(status: number, code: number, message: string): never {
  throw new Refused({ status, body: { errors: [{ code, message }] } })
}

export function noGrant(status: number, error: string, description: string): never {
  throw new Refused(grantRefused(status, error, description))
}

export const grantRefused = (status: number, error: string, description: string): Answer => ({
  status,
  body: { error, error_description: description },
})

export const unauthorized = (): Answer => problem(401, { title: 'Unauthorized', detail: 'Unauthorized' })

export const notFound = (what: { name: 'id' | 'ids'; value: string; kind: 'tweet' | 'user' | 'media' }): object => ({
  value: what.value,
  detail: `Could not find ${what.kind} with ${what.name}: [${what.value}].`,
  title: 'Not Found Error',
  resource_type: what.kind,
  parameter: what.name,
  resource_id: what.value,
  type: typeOf('resource-not-found'),
})

/** The rate limit headers. The reset is in whole seconds, rounded up to the end of the window's last second. */
export const limitHeaders = (limit: number, remaining: number, resetMs: number): Record<string, string> => ({
  'x-rate-limit-limit': String(limit),
  'x-rate-limit-remaining': String(remaining),
  'x-rate-limit-reset': String(Math.ceil(resetMs / 1_000)),
})

export function tooMany(more: Readonly<Record<string, string>>): Answer {
  const { headers: own, ...rest } = problem(429, { title: 'Too Many Requests', detail: 'Too Many Requests' })
  return { ...rest, headers: { ...own, ...more } }
}
