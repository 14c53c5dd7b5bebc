import { probeStock, stockProviders } from '#modules/stock/index.ts'
import { networkTests } from './checks/networks.ts'
import { ownParts, webhookLoopback } from './checks/own-parts.ts'
import type { SelfTest } from './deps.ts'

/** A test for each provider of stock photos and GIFs. A provider without a key is not called. */
const stockTests: readonly SelfTest[] = stockProviders.map((provider) => ({
  name: `stock:${provider.id}`,
  about: `${provider.name} accepts the key for ${provider.kind === 'gif' ? 'GIFs' : 'stock photos'}.`,
  async run(deps) {
    if (deps.config.stock[provider.id] === null)
      return { ok: true, code: 'stock_not_set_up', detail: `${provider.name} isn’t set up, so nothing is sent to it.` }
    const { ok, detail } = await probeStock(deps, provider)
    return { ok, code: ok ? 'stock_works' : 'stock_refused', detail }
  },
}))

/** Every self-test, in the order in which a run performs them. */
export const selfTests: readonly SelfTest[] = [...ownParts, webhookLoopback, ...networkTests, ...stockTests]
