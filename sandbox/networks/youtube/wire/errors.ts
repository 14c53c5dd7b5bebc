import { type Answer, Refused } from '../../../core/http/request.ts'

/** Builds an API error. Its first reason is the relevant one. */
export function refusal(status: number, reason: string, message: string, retryAfterMs: number | null = null): Answer {
  return {
    status,
    headers: retryAfterMs === null ? {} : { 'retry-after': String(Math.ceil(retryAfterMs / 1_000)) },
    body: {
      error: {
        code: status,
        message,
        errors: [{ message, domain: domainOf(status), reason }],
        ...statusWordOf(status),
      },
    },
  }
}

export function no(status: number, reason: string, message: string): never {
  throw new Refused(refusal(status, reason, message))
}

export const oauthError = (status: number, error: string, description: string): Answer => ({
  status,
  headers: { 'cache-control': 'no-store' },
  body: { error, error_description: description },
})

const domainOf = (status: number): string => (status === 400 ? 'youtube.video' : 'global')

const words: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  500: 'INTERNAL',
}

const statusWordOf = (status: number) => (words[status] ? { status: words[status] } : {})
