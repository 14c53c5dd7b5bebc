import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { maxConnectMs } from './exchange.ts'
import { AddressNotAllowed, OutboundFailure } from './failure.ts'
import type { Resolve } from './names/resolver.ts'

/** The time for which one address of a name is tried before the next one. */
const nextAddressMs = 1_000

/**
 * Opens connections to allowed addresses only. The name is resolved once for each connection, and the connection goes
 * to the very addresses that were checked, so a name that changes in between gains nothing. The resolver may cache a
 * result; its addresses are still checked again.
 */
export function createConnector(resolve: Resolve, isAllowed: (address: string) => boolean): buildConnector.connector {
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

/** Returns the allowed addresses of a name; throws when there are none. An address is its own name. */
export async function allowedAddresses(
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
