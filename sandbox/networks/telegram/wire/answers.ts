import { type Answer, Refused } from '../../../core/http/request.ts'

export const ok = (result: unknown): Answer => ({ status: 200, body: { ok: true, result } })

export const failure = (status: number, description: string, parameters?: object): Answer => ({
  status,
  body: { ok: false, error_code: status, description, ...(parameters ? { parameters } : {}) },
})

/** Rejects with the network's error body, whose code is the status. */
export function fail(status: number, description: string, parameters?: object): never {
  throw new Refused(failure(status, description, parameters))
}

export const bad = (description: string, parameters?: object): never =>
  fail(400, `Bad Request: ${description}`, parameters)

export const tooMany = (seconds: number): Answer =>
  failure(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds })
