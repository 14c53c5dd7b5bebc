import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

/** The API's final response. `unanswered` counts the attempts whose response was lost. */
export interface Told<Body> {
  readonly status: number
  readonly body: Body
  readonly at: number
  readonly unanswered: number
}

export interface Api {
  /** Repeats a request until it gets a response, with one idempotency key for all attempts. */
  ask<Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: object,
    patienceMs?: number,
  ): Promise<Told<Body>>
  readonly tally: { requests: number; unanswered: number; serverErrors: number }
}

const usualPatienceMs = 240_000
const pauseMs = 250
/** All of them use one key, and a client may have this many requests in progress: more would be rejected. */
const atOnceMax = 16
/** A cut connection may hang for long. */
const answerMs = 15_000

export function createApi(url: string, headers: Readonly<Record<string, string>>): Api {
  const tally = { requests: 0, unanswered: 0, serverErrors: 0 }
  const line = createLine(atOnceMax)
  return {
    tally,
    async ask<Body>(method: string, path: string, body?: object, patienceMs = usualPatienceMs): Promise<Told<Body>> {
      const key = randomUUID()
      let unanswered = 0
      let last: unknown = null
      for (const deadline = performance.now() + patienceMs; performance.now() < deadline; await sleep(pauseMs)) {
        tally.requests += 1
        await line.enter()
        try {
          const answer = await fetch(url + path, {
            method,
            signal: AbortSignal.timeout(answerMs),
            headers: {
              ...headers,
              ...(method === 'POST' ? { 'idempotency-key': key } : {}),
              ...(body ? { 'content-type': 'application/json' } : {}),
            },
            ...(body ? { body: JSON.stringify(body) } : {}),
          })
          const text = await answer.text()
          const json = text === '' ? {} : JSON.parse(text)
          // The first attempt is still running, or the database is unavailable: neither shows the outcome.
          const isOpen = answer.status >= 500 || json.code === 'idempotency_in_progress' || answer.status === 429
          if (!isOpen) return { status: answer.status, body: json as Body, at: Date.now(), unanswered }
          if (answer.status === 500) tally.serverErrors += 1
          last = `${answer.status} ${text}`
          if (answer.status === 429) await sleep(Number(json.retryAfterMs ?? 0))
        } catch (error) {
          last = error
          tally.unanswered += 1
        } finally {
          line.leave()
        }
        unanswered += 1
      }
      throw new Error(`${method} ${path} had no answer within ${patienceMs / 1_000} s`, { cause: last })
    },
  }
}

/** Lets at most `most` calls run at once; the others wait for their turn. */
function createLine(most: number) {
  const waiting: (() => void)[] = []
  let inside = 0
  return {
    async enter(): Promise<void> {
      if (inside < most) inside += 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
    },
    leave(): void {
      const next = waiting.shift()
      if (next) next()
      else inside -= 1
    },
  }
}
