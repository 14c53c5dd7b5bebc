import { Resolver } from 'node:dns/promises'

/** The addresses of one full name, IPv4 before IPv6, and how long they may be cached. */
export interface DnsAnswer {
  readonly addresses: readonly string[]
  readonly ttlMs: number
}

interface DnsOptions {
  /** The servers as `address:port`. Defaults to those of the system. */
  readonly servers?: readonly string[] | undefined
  readonly timeoutMs: number
}

/** Thrown if a name could not be looked up. `code` is that of c-ares, such as ENOTFOUND or ETIMEOUT. */
export class DnsFault extends Error {
  override readonly name = 'DnsFault'
  readonly code: string

  constructor(code: string) {
    super(`The name could not be looked up: ${code}.`)
    this.code = code
  }
}

/** The time limit of the first attempt at one server. */
const firstTryMs = 1_000

/**
 * Queries IPv4 and IPv6 at once, over a separate socket. `dns.lookup` would share two of the process's threads among
 * all names, without a time limit: names whose servers are not responding would block every other name.
 */
export async function askDns(names: readonly string[], { servers, timeoutMs }: DnsOptions): Promise<DnsAnswer> {
  const resolver = new Resolver({ timeout: firstTryMs, tries: 2 })
  if (servers) resolver.setServers(servers)
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    resolver.cancel()
  }, timeoutMs)
  let worst = 'ENOTFOUND'
  try {
    for (const name of names) {
      const found = await askBoth(resolver, name)
      if (typeof found !== 'string') return found
      if (isLate) throw new DnsFault('ETIMEOUT')
      if (found !== 'ENOTFOUND') worst = found
    }
    throw new DnsFault(worst)
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Queries both families. One result is enough: many names have no IPv6 address, and some servers return an error for
 * such queries.
 */
async function askBoth(resolver: Resolver, name: string): Promise<DnsAnswer | string> {
  const both = await Promise.allSettled([
    resolver.resolve4(name, { ttl: true }),
    resolver.resolve6(name, { ttl: true }),
  ])
  const records = both.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  if (records.length > 0) {
    const ttlMs = 1_000 * Math.min(...records.map(({ ttl }) => ttl))
    return { addresses: records.map(({ address }) => address), ttlMs }
  }
  const codes = both.map((one) => (one.status === 'rejected' ? codeOf(one.reason) : 'ENODATA'))
  return codes.find((code) => !absent.has(code)) ?? 'ENOTFOUND'
}

/** Codes for a name that does not exist or has no address. */
const absent: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA'])

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : 'EUNKNOWN'
}
