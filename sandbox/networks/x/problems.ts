import { type Answer, Refused } from '../../core/request.ts'

/**
 * The network says no in three ways: as problem+json with a type of its own, the same with `about:blank` and only a
 * sentence to go by, and, here and there, with the codes of its old interface. The token endpoint speaks OAuth.
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

/** One parameter and what is wrong with it, in the words of the network's own checker. */
export function invalid(message: string, parameters: Readonly<Record<string, readonly string[]>> = {}): never {
  return no(400, {
    title: 'Invalid Request',
    detail: 'One or more parameters to your request was invalid.',
    type: typeOf('invalid-request'),
    errors: [{ parameters, message }],
  })
}

/** Of the old interface: a number and a sentence. */
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

/** Seconds, as the headers have them; a window ends where its last second does. */
export const limitHeaders = (limit: number, remaining: number, resetMs: number): Record<string, string> => ({
  'x-rate-limit-limit': String(limit),
  'x-rate-limit-remaining': String(remaining),
  'x-rate-limit-reset': String(Math.ceil(resetMs / 1_000)),
})

export function tooMany(more: Readonly<Record<string, string>>): Answer {
  const { headers: own, ...rest } = problem(429, { title: 'Too Many Requests', detail: 'Too Many Requests' })
  return { ...rest, headers: { ...own, ...more } }
}
