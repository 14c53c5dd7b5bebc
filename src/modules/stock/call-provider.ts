import type { StockProviderSettings } from '#infra/config/stock.ts'
import { OutboundFailure } from '#infra/outbound/failure.ts'
import type { Answer } from '#infra/outbound/outbound.ts'
import { after, days, minutes, seconds } from '#kernel/clock.ts'
import { Refusal, refuse } from '#kernel/errors.ts'
import type { StockDeps } from './deps.ts'
import type { StockMemory } from './memory.ts'
import { AnswerUnusable, type GetJson, type StockProvider } from './providers/contract.ts'

const callMs = seconds(10)
const answerBytesMost = 1024 * 1024
/** The pause after a limit if the provider does not say when it ends. */
const unknownPauseMs = minutes(5)
const pauseMostMs = days(31)

type CallDeps = Pick<StockDeps, 'outbound' | 'clock' | 'log'>

/**
 * Calls a provider and turns its failures into refusals. Nothing of a response, of a URL or of the key is in a refusal
 * or in the log, and redirects are not followed: the key is in a header, or at GIPHY in the query.
 */
export async function callProvider<Result>(
  deps: CallDeps,
  memory: Pick<StockMemory, 'pauses'>,
  provider: StockProvider,
  settings: StockProviderSettings,
  call: (get: GetJson) => Promise<Result>,
): Promise<Result> {
  const get: GetJson = async (url, headers) => {
    requireNoPause(deps, memory, provider, settings)
    const response = await deps.outbound.request({
      url,
      headers: { ...headers, accept: 'application/json' },
      timeoutMs: callMs,
      maxBytes: answerBytesMost,
    })
    return readResponse(deps, memory, provider, settings, response)
  }
  try {
    return await call(get)
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (!(error instanceof OutboundFailure || error instanceof AnswerUnusable)) throw error
    const code = error instanceof OutboundFailure ? error.code : 'answer_unusable'
    deps.log.warn({ event: 'stock.failed', provider: provider.id, code }, 'Stock provider could not be used')
    const why = code === 'answer_unusable' || code === 'too_large' ? 'sent an unusable response' : 'isn’t responding'
    return refuse('stock_unavailable', { detail: `${provider.name} ${why}. Try again later.` })
  }
}

function readResponse(
  deps: CallDeps,
  memory: Pick<StockMemory, 'pauses'>,
  provider: StockProvider,
  { key }: StockProviderSettings,
  { status, headers, body }: Answer,
): unknown {
  const remaining = headerOf(headers['x-ratelimit-remaining'])
  const now = deps.clock.now()
  if (provider.isLimit({ status, remaining, body })) {
    const waitMs = waitOf(headers, now) ?? unknownPauseMs
    memory.pauses.set(provider.id, { key, until: after(now, waitMs) })
    refuseLimit(provider, waitMs)
  }
  if (status === 404) return null
  if (status !== 200) {
    deps.log.warn({ event: 'stock.refused', provider: provider.id, status }, 'Stock provider refused a request')
    const isKey = status === 401 || status === 403
    const what = isKey ? `rejected the key (${status})` : `returned status ${status}`
    const next = isKey ? `A server administrator needs to check ${provider.setting}.` : 'Try again later.'
    refuse('stock_unavailable', { detail: `${provider.name} ${what}. ${next}` })
  }
  // The last allowed request was answered. Pause only if the provider says when the next one is allowed.
  const resetMs = remaining === '0' ? waitOf(headers, now) : null
  if (resetMs !== null) memory.pauses.set(provider.id, { key, until: after(now, resetMs) })
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new AnswerUnusable('the response is not JSON')
  }
}

function requireNoPause(
  { clock }: CallDeps,
  { pauses }: Pick<StockMemory, 'pauses'>,
  provider: StockProvider,
  { key }: StockProviderSettings,
): void {
  const pause = pauses.get(provider.id)
  const leftMs = pause?.key === key ? pause.until.getTime() - clock.now().getTime() : 0
  if (leftMs > 0) refuseLimit(provider, leftMs)
}

const refuseLimit = ({ name }: StockProvider, waitMs: number): never =>
  refuse('stock_limit', {
    detail: `${name} allows no more requests with this server’s key for now.`,
    retryAfterMs: waitMs,
  })

type Headers = Answer['headers']
const headerOf = (value: Headers[string] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value)

/** Returns the wait that the headers name: `Retry-After` in seconds, or `X-Ratelimit-Reset` as a Unix time. */
function waitOf(headers: Headers, now: Date): number | null {
  const retry = headerOf(headers['retry-after'])
  const reset = headerOf(headers['x-ratelimit-reset'])
  const isNumber = (text: string | undefined): text is string => text !== undefined && /^\d{1,12}$/.test(text)
  const waitMs = isNumber(retry) ? seconds(Number(retry)) : isNumber(reset) ? seconds(Number(reset)) - now.getTime() : 0
  return waitMs > 0 ? Math.min(waitMs, pauseMostMs) : null
}
