import { Agent, Client } from 'undici'
import { allowedAddresses, createConnector } from './connector.ts'
import type { Resolve } from './names/resolver.ts'
import { createResettable } from './resettable.ts'

const maxHeaderBytes = 16 * 1024

/** Opens connections to the allowed addresses: kept ones for most requests, and new ones that can be reset. */
export function createRoad(resolve: Resolve, isAllowed: (address: string) => boolean) {
  const settings = { connect: createConnector(resolve, isAllowed), maxHeaderSize: maxHeaderBytes, allowH2: false }
  return {
    kept: new Agent({ ...settings, pipelining: 1 }),
    once(url: URL) {
      const { connect, reset } = createResettable(settings.connect)
      const dispatcher = new Client(url.origin, { ...settings, connect, pipelining: 0 })
      return { dispatcher, reset, release: () => void dispatcher.destroy() }
    },
    demand: (hostname: string) => allowedAddresses(hostname, resolve, isAllowed),
  }
}
