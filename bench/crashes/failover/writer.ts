import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Subject, textOf } from '../chaos/subject.ts'
import type { Installation } from './installation.ts'

/** The answers that clients got. */
export interface Told {
  readonly subjects: Subject[]
  requests: number
  /** Requests whose connection ended without an answer. */
  unanswered: number
  /** Counts of 503 responses, and of 429 responses to concurrent requests, by their detail. */
  readonly away: Map<string, number>
  /** Answers that a client cannot work with: a 500, or one of these without its code, words or `Retry-After`. */
  readonly unfit: string[]
}

export const nothingTold = (): Told => ({ subjects: [], requests: 0, unanswered: 0, away: new Map(), unfit: [] })

interface WriterPlan {
  readonly run: string
  readonly everyMs: number
  readonly reported: Told
  isOver(): boolean
}

/** The time from writing every other post until it is due. */
export const aheadMs = 8_000
const answerMs = 15_000
const patienceMs = 180_000

/** Writes posts at an even pace, whatever becomes of those before. Returns when each has been acknowledged. */
export async function writePosts(at: Installation, { run, everyMs, reported, isOver }: WriterPlan): Promise<void> {
  const begun: Promise<void>[] = []
  for (let no = reported.subjects.length; !isOver(); no++) {
    begun.push(writeOne(at, run, no, reported))
    await sleep(everyMs)
  }
  await Promise.all(begun)
}

async function writeOne(at: Installation, run: string, no: number, reported: Told): Promise<void> {
  const targets = at.profiles[no % at.profiles.length] ?? []
  const post = {
    profileId: targets[0]?.wire.profileId,
    content: textOf(run, no, 0),
    platforms: targets.map(({ network }) => network),
    // Every other one is due at once, and the others may fall due while the database is away.
    ...(no % 2 === 0 ? {} : { scheduledAt: new Date(Date.now() + aheadMs).toISOString() }),
    confirmWarnings: true,
  }
  let [key, body]: [string, object] = [randomUUID(), post]
  for (const deadline = performance.now() + patienceMs; performance.now() < deadline; await sleep(400)) {
    const answer = await ask(at, body, key, reported)
    if (answer === 'too late') [key, body] = [randomUUID(), { ...post, scheduledAt: undefined }]
    else if (answer !== null) {
      const { id } = answer
      reported.subjects.push({ no, id, targets, versions: [0], withdrawnAt: null, saidFailed: [] })
      return
    }
  }
  throw new Error(`post ${no} was not acknowledged within ${patienceMs / 1_000} s`)
}

/** Returns what was made, null when the request has to be repeated, or that its time has passed before it was made. */
async function ask(
  { url, publisher }: Installation,
  body: object,
  key: string,
  reported: Told,
): Promise<{ readonly id: string } | 'too late' | null> {
  reported.requests += 1
  try {
    const answer = await fetch(`${url}/v1/posts`, {
      method: 'POST',
      signal: AbortSignal.timeout(answerMs),
      headers: { ...publisher.headers, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    })
    const json = JSON.parse(await answer.text()) as { id: string; code?: string; detail?: string }
    if (answer.ok) return json
    if (answer.status === 400 && json.code === 'validation_failed') return 'too late'
    if (answer.status === 409 && json.code === 'idempotency_in_progress') return null
    const meaning = `${answer.status} ${json.code}`
    const isKnown = meaning === '503 database_unavailable' || meaning === '429 rate_limited'
    if (isKnown && json.detail !== undefined && answer.headers.has('retry-after'))
      reported.away.set(
        `${answer.status}: ${json.detail}`,
        (reported.away.get(`${answer.status}: ${json.detail}`) ?? 0) + 1,
      )
    else reported.unfit.push(`${answer.status} ${JSON.stringify(json)}`)
  } catch {
    reported.unanswered += 1
  }
  return null
}
