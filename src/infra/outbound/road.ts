import { isIP, type LookupFunction, type Socket } from 'node:net'
import { Agent, buildConnector, Client } from 'undici'
import { maxConnectMs } from './exchange.ts'
import { AddressNotAllowed, OutboundFailure } from './failure.ts'
import type { Resolve } from './names/resolver.ts'

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

/** Delay before the next address of a name is tried. */
const nextAddressMs = 1_000

/**
 * Opens connections to allowed addresses only. The name is resolved once for each connection, and the connection uses
 * exactly the addresses that were checked, so changing the name in between has no effect. The resolver may cache a
 * result; its addresses are still checked again.
 */
function createConnector(resolve: Resolve, isAllowed: (address: string) => boolean): buildConnector.connector {
  const guardedLookup: LookupFunction = (hostname, options, callback) => {
    allowedAddresses(hostname, resolve, isAllowed).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }))
        const [first] = found
        if (options.all) callback(null, found)
        else callback(null, first?.address ?? '', first?.family)
      },
      (error: Error) => callback(error, ''),
    )
  }
  const connect = buildConnector({
    lookup: guardedLookup,
    timeout: maxConnectMs,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: nextAddressMs,
    allowH2: false,
  })
  return (options, callback) => {
    // The system performs no lookup for an address.
    if (isIP(options.hostname) !== 0 && !isAllowed(options.hostname)) {
      process.nextTick(callback, refusal(options.hostname), null)
    } else {
      connect(options, callback)
    }
  }
}

/** Returns the allowed addresses of a name; throws if there are none. An address resolves to itself. */
async function allowedAddresses(
  hostname: string,
  resolve: Resolve,
  isAllowed: (address: string) => boolean,
): Promise<readonly string[]> {
  const all = isIP(hostname) ? [hostname] : (await resolved(hostname, resolve)).filter((address) => isIP(address) !== 0)
  if (all.length === 0) throw new OutboundFailure('dns', hostname, { sent: 'no' })
  const allowed = all.filter(isAllowed)
  if (allowed.length === 0) throw refusal(hostname)
  return allowed
}

async function resolved(hostname: string, resolve: Resolve): Promise<readonly string[]> {
  try {
    return await resolve(hostname)
  } catch (error) {
    const code = (error as { code?: unknown } | null)?.code
    throw new OutboundFailure('dns', hostname, { sent: 'no', systemCode: typeof code === 'string' ? code : null })
  }
}

const refusal = (hostname: string) =>
  new AddressNotAllowed(hostname, 'it must be a public address, not a private, local or reserved one')

interface Resettable {
  readonly connect: buildConnector.connector
  /** Resets the connection: bytes that have not arrived yet never will. */
  reset(): void
}

/**
 * Makes a connector's connections resettable. An ordinary close still delivers the bytes that the system has buffered.
 * So an abandoned request could arrive after a search of the network found nothing. Node cannot reset a TLS socket, so
 * the TCP connection below it is opened first and stored.
 */
function createResettable(connect: buildConnector.connector): Resettable {
  let tcp: Socket | null = null
  return {
    connect(options, callback) {
      const isSecure = options.protocol === 'https:'
      const plain = isSecure ? { ...options, protocol: 'http:', port: options.port || '443' } : options
      connect(plain, (...result) => {
        const [error, socket] = result
        if (error !== null) return callback(error, null)
        tcp = socket
        if (isSecure) connect({ ...options, httpSocket: socket }, callback)
        else callback(null, socket)
      })
    },
    reset() {
      if (tcp && !tcp.destroyed) tcp.resetAndDestroy()
    },
  }
}
