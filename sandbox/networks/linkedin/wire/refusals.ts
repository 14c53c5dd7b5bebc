import { type Answer, Refused } from '../../../core/http/request.ts'

/** A rejection: a status, the network's own code, a sentence, and sometimes a number. */
interface Refusal {
  readonly code?: string
  readonly message: string
  readonly serviceErrorCode?: number
}

export const refusal = (status: number, { message, ...more }: Refusal): Answer => ({
  status,
  body: { ...more, message, status },
})

export function no(status: number, what: Refusal): never {
  throw new Refused(refusal(status, what))
}

export const denied = (message: string): never => no(403, { serviceErrorCode: 100, code: 'ACCESS_DENIED', message })

/** Rejects an operation on a resource, such as `posts.CREATE`. */
export const notAllowed = (what: string): never => denied(`Not enough permissions to access: ${what}.NO_VERSION`)

export const invalidValue = (field: string, value: unknown): never =>
  no(400, { code: 'INVALID_VALUE_FOR_FIELD', message: `${field} :: ${JSON.stringify(value)} is not a valid value` })

export const missing = (field: string): never =>
  no(400, { code: 'MISSING_FIELD', message: `${field} :: field is required but not found and has no default value` })

export const tooLong = (field: string, max: number): Refusal => ({
  code: 'FIELD_LENGTH_TOO_LONG',
  message: `${field} :: is longer than the maximum of ${max} characters`,
})

/** Rejects fields by path, such as `/content/media`. */
export const unpermitted = (path: string, where = 'REQUEST_BODY'): never =>
  no(403, {
    serviceErrorCode: 100,
    code: 'ACCESS_DENIED',
    message: `Unpermitted fields present in ${where}: Data Processing Exception while processing fields [${path}]`,
  })

export const notFound = (what: string): never =>
  no(404, { code: 'NOT_FOUND', message: `Could not find entity ${what}` })

const deaths = {
  invalid: { serviceErrorCode: 65_600, code: 'INVALID_ACCESS_TOKEN', message: 'Invalid access token' },
  revoked: {
    serviceErrorCode: 65_601,
    code: 'REVOKED_ACCESS_TOKEN',
    message: 'The token used in the request has been revoked by the user',
  },
  expired: {
    serviceErrorCode: 65_602,
    code: 'EXPIRED_ACCESS_TOKEN',
    message: 'The token used in the request has expired',
  },
  // This error has an older shape than all others.
  empty: { serviceErrorCode: 401, message: 'Empty oauth2_access_token' },
} as const

export const unauthorized = (why: keyof typeof deaths): Answer => refusal(401, deaths[why])

export const grantRefused = (status: number, error: string, description: string): Answer => ({
  status,
  headers: { 'cache-control': 'no-store' },
  body: { error, error_description: description },
})

export function noGrant(status: number, error: string, description: string): never {
  throw new Refused(grantRefused(status, error, description))
}

export const throttled = (): Answer =>
  refusal(429, {
    serviceErrorCode: 101,
    code: 'TOO_MANY_REQUESTS',
    message: 'Resource level throttle APPLICATION_AND_MEMBER DAY limit for calls to this resource is reached.',
  })
