import type { components } from './generated/api.ts'

/**
 * An error code: one listed in `docs/errors.md`, or one of the two that the client adds. A newer service may have codes
 * that this version does not know.
 */
export type ErrorCode = components['schemas']['Problem']['code'] | 'no_answer' | 'unexpected_answer' | (string & {})

/** An error in the request, or a warning about a post. */
export type InputFault = NonNullable<components['schemas']['Problem']['errors']>[number]

interface ErrorFacts {
  readonly code: ErrorCode
  readonly status: number
  readonly message: string
  readonly errors?: readonly InputFault[]
  readonly warnings?: readonly InputFault[]
  readonly requestId?: string | null
  readonly retryAfterMs?: number | null
  readonly cause?: unknown
}

/**
 * The error of every failed call, with two exceptions: an abort throws the signal's reason, and invalid input throws a
 * TypeError. Programs switch on `code`. The client itself adds two codes: `no_answer` (status 0: the network failed, or
 * the response took too long) and `unexpected_answer` (something between the client and the service responded).
 */
export class PosthornError extends Error {
  override readonly name = 'PosthornError'
  readonly code: ErrorCode
  readonly status: number
  readonly errors: readonly InputFault[]
  /** Warnings about a post, with `warnings_unconfirmed`. Accept them by their codes in `confirmWarnings`. */
  readonly warnings: readonly InputFault[]
  /** The request ID in the service's log. */
  readonly requestId: string | null
  readonly retryAfterMs: number | null

  constructor(facts: ErrorFacts) {
    super(facts.message, facts.cause === undefined ? undefined : { cause: facts.cause })
    this.code = facts.code
    this.status = facts.status
    this.errors = facts.errors ?? []
    this.warnings = facts.warnings ?? []
    this.requestId = facts.requestId ?? null
    this.retryAfterMs = facts.retryAfterMs ?? null
  }
}

interface Problem {
  readonly code?: unknown
  readonly detail?: unknown
  readonly errors?: unknown
  readonly warnings?: unknown
  readonly requestId?: unknown
  readonly retryAfterMs?: unknown
}

export async function errorOf(answer: Response, nowMs: number): Promise<PosthornError> {
  const text = await answer.text()
  const problem = /\bjson\b/.test(answer.headers.get('content-type') ?? '') ? readProblem(text) : null
  const { status, headers } = answer
  const retryAfterMs = retryAfter(headers.get('retry-after'), nowMs)
  if (typeof problem?.code !== 'string') {
    const message = `Unexpected response with status ${status}, not from Posthorn: ${text.slice(0, 200)}`
    return new PosthornError({ code: 'unexpected_answer', status, message, retryAfterMs })
  }
  return new PosthornError({
    code: problem.code,
    status,
    message: String(problem.detail ?? problem.code),
    errors: faultsOf(problem.errors),
    warnings: faultsOf(problem.warnings),
    requestId: typeof problem.requestId === 'string' ? problem.requestId : null,
    retryAfterMs: typeof problem.retryAfterMs === 'number' ? problem.retryAfterMs : retryAfterMs,
  })
}

const faultsOf = (given: unknown): InputFault[] => (Array.isArray(given) ? (given as InputFault[]) : [])

function readProblem(text: string): Problem | null {
  try {
    return JSON.parse(text) as Problem
  } catch {
    return null
  }
}

/** Parses a `Retry-After` header into milliseconds. RFC 9110 allows seconds and dates, and proxies use both. */
export function retryAfter(header: string | null, nowMs: number): number | null {
  if (header === null) return null
  if (/^\d+$/.test(header.trim())) return Number(header) * 1_000
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs)
}
