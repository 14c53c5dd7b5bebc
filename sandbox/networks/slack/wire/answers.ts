import { type Answer, Refused } from '../../../core/http/request.ts'

/** Builds a response. Every response of the Web API has status 200; the body says whether the call succeeded. */
export const ok = (body: object): Answer => ({ status: 200, body: { ok: true, ...body } })

const failed = (error: string, more: object = {}): Answer => ({ status: 200, body: { ok: false, error, ...more } })

/** Rejects a call with the name of its error. */
export function fail(error: string, more: object = {}): never {
  throw new Refused(failed(error, more))
}

export const tooMany = (retryAfterS: number): Answer => ({
  status: 429,
  headers: { 'retry-after': String(retryAfterS) },
  body: { ok: false, error: 'ratelimited' },
})

export { failed }
