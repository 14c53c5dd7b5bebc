import type { Readable } from 'node:stream'
import { type FailureCode, OutboundFailure } from '#infra/outbound/failure.ts'
import { type Clock, seconds } from '#kernel/clock.ts'
import { storable } from '#kernel/text/storable.ts'
import type { WebhookHttp } from '../webhook-http.ts'

/** The outcome of one attempt. */
export interface Outcome {
  readonly ok: boolean
  /** True if the receiver reports that it is permanently gone. */
  readonly gone: boolean
  readonly responseStatus: number | null
  readonly responseBody: string | null
  /** The reason of a failure, as a sentence. */
  readonly error: string | null
  readonly retryAfterMs: number | null
  readonly durationMs: number
}

interface ToSend {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** The owner's secrets, which a receiver may echo and which must not appear in the log. */
  readonly hidden: readonly string[]
}

const connectTimeoutMs = seconds(5)
const keptBytes = 16 * 1024

/**
 * Sends once. Only 2xx counts as success: a redirect is not followed. The first 16 KiB of the response are read and
 * stored, which is enough to find an error. The rest of the response, or its absence, does not change the outcome.
 */
export async function attempt(
  { webhookHttp, clock }: { readonly webhookHttp: WebhookHttp; readonly clock: Clock },
  { url, headers, body, timeoutMs, signal, hidden }: ToSend,
): Promise<Outcome> {
  const begun = clock.now().getTime()
  const end = (outcome: Omit<Outcome, 'durationMs'>): Outcome => ({
    ...outcome,
    durationMs: Math.max(0, clock.now().getTime() - begun),
  })
  try {
    const request = { url, method: 'POST', headers, body, timeoutMs, connectTimeoutMs, signal } as const
    const answer = await webhookHttp.stream({ ...request, maxBytes: Number.MAX_SAFE_INTEGER })
    const { status } = answer
    const ok = status >= 200 && status < 300
    return end({
      ok,
      gone: status === 410,
      responseStatus: status,
      responseBody: await readableStart(answer.body, hidden),
      error: ok ? null : (explainStatus(status) ?? `Your endpoint returned ${status}. Only 2xx counts as success.`),
      retryAfterMs: parseRetryAfter(answer.headers['retry-after'], clock.now()),
    })
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error
    const nothing = { ok: false, gone: false, responseBody: null, retryAfterMs: null }
    return end({
      ...nothing,
      responseStatus: error.status,
      error: explainFailure(error.code, error.message, timeoutMs),
    })
  }
}

const explainStatus = (status: number): string | null => {
  if (status === 410) return 'Your endpoint returned 410 Gone, so we turned off the webhook.'
  if (status >= 300 && status < 400) return `Your endpoint returned ${status}. Redirects aren’t followed.`
  return null
}

const explainFailure = (code: FailureCode, message: string, timeoutMs: number): string =>
  code === 'timeout' ? `Your endpoint didn’t respond within ${timeoutMs / 1_000} seconds.` : `${message}.`

/** Returns the first 16 KiB as text that PostgreSQL can store. Hides a secret even if the limit cuts through it. */
async function readableStart(body: Readable, hidden: readonly string[]): Promise<string> {
  const bytes = await firstBytes(body)
  const shown = hide(storable(readable(bytes)), hidden)
  const whole = bytes.length < keptBytes ? shown : withoutPartialSecret(shown, hidden)
  return Buffer.byteLength(whole) <= keptBytes ? whole : readable(Buffer.from(whole).subarray(0, keptBytes))
}

/**
 * Reads the first bytes and ends the exchange once there are enough. A connection whose response was read completely is
 * reused.
 */
async function firstBytes(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of body) {
      chunks.push(chunk as Buffer)
      bytes += (chunk as Buffer).length
      if (bytes >= keptBytes) break
    }
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error
  }
  return Buffer.concat(chunks).subarray(0, keptBytes)
}

/** Decodes bytes and drops an incomplete character at the end. */
const readable = (bytes: Buffer): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true })

const hide = (text: string, hidden: readonly string[]): string =>
  hidden.reduce((left, word) => left.replaceAll(word, '•••'), text)

/** Removes a possible beginning of a secret from the very end. */
function withoutPartialSecret(text: string, hidden: readonly string[]): string {
  const isBegun = (length: number): boolean => hidden.some((word) => word.startsWith(text.slice(-length)))
  const longest = Math.max(0, ...hidden.map(({ length }) => length))
  for (let length = Math.min(longest, text.length); length > 0; length--)
    if (isBegun(length)) return text.slice(0, -length)
  return text
}

function parseRetryAfter(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null
  if (/^\d{1,9}$/.test(header.trim())) return seconds(Number(header))
  const until = Date.parse(header)
  return Number.isNaN(until) ? null : Math.max(0, until - now.getTime())
}
