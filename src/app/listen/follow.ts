import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { CommandFailure, exitCodes } from '#cli/exit-codes.ts'
import { OutboundFailure } from '#infra/outbound/failure.ts'
import type { Answer, Outbound } from '#infra/outbound/outbound.ts'
import { seconds } from '#kernel/clock.ts'
import { type Frame, readFrames } from './frames.ts'
import { cleaned } from './line-of.ts'

interface FollowOptions {
  readonly outbound: Outbound
  /** The URL of the installation, without a path. */
  readonly url: string
  /** Returns the key for the next connection. A saved key may have been renewed or replaced by another login. */
  readonly key: () => Promise<string>
  readonly signal: AbortSignal
  /** Handles a frame. The next frame is read only when this is done, so that a lost connection skips nothing. */
  hear(frame: Frame, lastId: string | null): Promise<void>
  note(message: string): void
  /** The first wait before a reconnect. */
  readonly firstWaitMs?: number
  /** The server sends data every 15 s. A connection that is silent for this long is considered lost. */
  readonly silenceMs?: number
}

type Followed = { readonly kind: 'stopped' } | { readonly kind: 'refused'; readonly why: string }

type End =
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'lost'; readonly why: string; readonly waitMs?: number; readonly isNobodyThere?: boolean }

const streamPath = '/v1/events/stream'

/**
 * The number of attempts if nothing has responded yet: a starting service needs a moment, but a wrong port never
 * responds.
 */
const triesOfAbsent = 4
const maxWaitMs = seconds(30)
/** The longest delay that a timer accepts. No connection lasts that long. */
const foreverMs = 2 ** 31 - 1

/** Stays connected until stopped or refused by the server. */
export async function follow(options: FollowOptions): Promise<Followed> {
  const { signal, note } = options
  let firstWaitMs = options.firstWaitMs ?? seconds(1)
  let lastId: string | null = null
  let failures = 0
  let wasConnected = false
  while (!signal.aborted) {
    const end = await readOnce(options, lastId, {
      connected() {
        note(wasConnected ? 'Connected again.' : `Listening to ${options.url}. Press Ctrl-C to stop.`)
        wasConnected = true
        failures = 0
      },
      async frame(frame) {
        await options.hear(frame, lastId)
        if (frame.retryMs !== null) firstWaitMs = Math.min(frame.retryMs, maxWaitMs)
        if (frame.id !== null && /^[\x21-\x7e]{1,200}$/.test(frame.id)) lastId = frame.id
      },
    })
    if (signal.aborted) break
    if (end.kind === 'refused') return end
    if (!wasConnected && end.isNobodyThere && failures >= triesOfAbsent - 1)
      return {
        kind: 'refused',
        why: `${end.why} Is Posthorn running there? Use --url or POSTHORN_URL to set another URL.`,
      }
    const waitMs = Math.max(end.waitMs ?? 0, Math.min(firstWaitMs * 2 ** failures, maxWaitMs))
    failures += 1
    note(`${end.why} Retrying in ${Math.round(waitMs / 100) / 10} s${lastId ? `, from ${lastId} on` : ''}.`)
    // Random extra time, so that the many clients of a restarted server do not all reconnect at the same moment.
    await sleep(waitMs * (1 + Math.random() / 5), undefined, { signal }).catch(() => {})
  }
  return { kind: 'stopped' }
}

interface Hears {
  connected(): void
  frame(frame: Frame): Promise<void>
}

async function readOnce(options: FollowOptions, lastId: string | null, hears: Hears): Promise<End> {
  const { outbound, url, key, signal, silenceMs = seconds(45) } = options
  const quiet = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => quiet.abort(), silenceMs)
  }
  /** Suspends the silence timer while a piece is being handled. */
  async function* timed(body: Readable): AsyncGenerator<Buffer> {
    for await (const piece of body) {
      clearTimeout(timer)
      yield piece
      wait()
    }
  }
  try {
    const bearer = await key()
    wait()
    const answer = await outbound.stream({
      url: `${url}${streamPath}`,
      headers: {
        accept: 'text/event-stream',
        authorization: `Bearer ${bearer}`,
        ...(lastId === null ? {} : { 'last-event-id': lastId }),
      },
      timeoutMs: foreverMs,
      maxBytes: Number.MAX_SAFE_INTEGER,
      signal: AbortSignal.any([signal, quiet.signal]),
      fresh: true,
    })
    if (answer.status !== 200) return await readRefusal(url, answer)
    if (!/^text\/event-stream\b/i.test(answer.headers['content-type'] ?? '')) {
      answer.body.destroy()
      return { kind: 'refused', why: `${url} did not return events: ${isItOne}` }
    }
    hears.connected()
    for await (const frame of readFrames(timed(answer.body))) await hears.frame(frame)
    return { kind: 'lost', why: 'The server closed the stream.' }
  } catch (error) {
    if (quiet.signal.aborted) return { kind: 'lost', why: `No data received for ${silenceMs / 1_000} s.` }
    if (signal.aborted) return { kind: 'lost', why: 'It was stopped.' }
    // The key had to be renewed, but the server did not respond.
    if (error instanceof CommandFailure && error.status === exitCodes.unreachable.status)
      return { kind: 'lost', why: error.message, isNobodyThere: true }
    if (error instanceof OutboundFailure)
      return {
        kind: 'lost',
        why: `${error.message}.`,
        isNobodyThere: error.code === 'unreachable' || error.code === 'dns',
      }
    throw error
  } finally {
    clearTimeout(timer)
  }
}

const isItOne = 'check that it is the URL of a recent Posthorn version. Use --url or POSTHORN_URL to change it.'

async function readRefusal(url: string, { status, headers, body }: Answer<Readable>): Promise<End> {
  const words = detailOf(await firstBytes(body))
  const outcome = words === null ? `${status}` : `${status}: ${words}`
  if (status === 408 || status === 425 || status === 429 || status >= 500) {
    const waitSeconds = Number(headers['retry-after'] ?? 0)
    const waitMs = seconds(Math.min(Number.isFinite(waitSeconds) ? waitSeconds : 0, 600))
    return { kind: 'lost', why: `Cannot listen to ${url} right now (${outcome}).`, waitMs }
  }
  const refused = (why: string): End => ({ kind: 'refused', why })
  if (status === 401)
    return refused(`${url} rejected this key (${outcome}). Set a valid key with POSTHORN_API_KEY or --key-file.`)
  if (status === 403)
    return refused(`This key isn’t allowed to listen (${outcome}). Create a key with the webhooks:read scope.`)
  if (status === 404) return refused(`${url} has no ${streamPath} (404): ${isItOne}`)
  const to = headers.location ? ` to ${cleaned(headers.location)}` : ''
  if (status >= 300 && status < 400) return refused(`${url} redirects${to} (${status}). Set --url to the final URL.`)
  return refused(`${url} refused the request (${outcome}).`)
}

async function firstBytes(body: Readable): Promise<string> {
  let text = ''
  try {
    for await (const piece of body) {
      text += piece
      if (text.length > 16_384) break
    }
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error
  }
  return text
}

function detailOf(text: string): string | null {
  try {
    const { detail, title } = Object(JSON.parse(text))
    const words = typeof detail === 'string' ? detail : title
    return typeof words === 'string' && words !== '' ? cleaned(words.replace(/\.$/, '')) : null
  } catch {
    return null
  }
}
