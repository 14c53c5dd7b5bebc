import { OutboundFailure } from '#infra/outbound/failure.ts'
import { seconds } from '#kernel/clock.ts'
import type { StockCallDeps } from './deps.ts'
import { AnswerUnusable, type StockProvider } from './providers/contract.ts'
import { stockProviders } from './providers/index.ts'

/** Returns the provider whose key this setting is. */
export const stockProviderOfSetting = (name: string): StockProvider | undefined =>
  stockProviders.find(({ setting }) => setting === name)

interface Probe {
  readonly ok: boolean
  readonly detail: string
}

/** Searches for one word, which requires the key and counts as one request. */
export async function probeStock({ config, outbound }: StockCallDeps, provider: StockProvider): Promise<Probe> {
  const settings = config.stock[provider.id]
  const { name, setting } = provider
  if (settings === null) return { ok: false, detail: `${setting} is not set, so nothing is sent to ${name}.` }
  let status = 0
  try {
    await provider.search(
      async (url, headers) => {
        const response = await outbound.request({
          url,
          headers: { ...headers, accept: 'application/json' },
          timeoutMs: seconds(10),
          maxBytes: 1024 * 1024,
        })
        status = response.status
        return status === 200 ? parseJson(response.body.toString('utf8')) : null
      },
      settings,
      'lighthouse',
      1,
    )
    return { ok: true, detail: `${name} accepted the key.` }
  } catch (error) {
    if (error instanceof OutboundFailure) return { ok: false, detail: `Couldn’t reach ${name}: ${error.message}` }
    if (!(error instanceof AnswerUnusable)) throw error
    if (status === 401 || status === 403)
      return {
        ok: false,
        detail: `${name} rejected the key or allows no more requests now (${status}). Check ${setting}.`,
      }
    if (status === 429) return { ok: false, detail: `${name} allows no more requests with this key for now (429).` }
    return {
      ok: false,
      detail: `${name} returned an unusable response (${status}). Check ${provider.id.toUpperCase()}_URL.`,
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
