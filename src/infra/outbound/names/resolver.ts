import { lookup } from 'node:dns/promises'
import { readFile, stat } from 'node:fs/promises'
import { keepLatest } from '#kernel/keep-latest.ts'
import { askDns, type DnsAnswer, DnsFault } from './ask-dns.ts'
import { fullNames, parseHosts, parseSearchList } from './system-files.ts'

/** Resolves a name to all its addresses; throws if there are none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>

export interface ResolverOptions {
  /**
   * Resolves a name that DNS does not know, such as an mDNS name, through the operating system. Such a lookup occupies
   * one of two threads until it ends, so this is only for names that the operator configured, never for names that a
   * user chose.
   */
  readonly mayAskSystem?: boolean
  readonly servers?: readonly string[]
  readonly hostsFile?: string
  readonly searchFile?: string
  readonly timeoutMs?: number
  readonly nowMs?: () => number
}

const usualTimeoutMs = 5_000
/** A result is cached for its TTL, and at most for this long. */
const keptAtMostMs = 60_000
const namesMax = 1_000

/**
 * Finds addresses the way the operating system does: the hosts file, then DNS with the domains of resolv.conf. It
 * caches names and never a permission: the connector checks the addresses for every connection.
 */
export function createResolver(options: ResolverOptions = {}): Resolve {
  const { servers, timeoutMs = usualTimeoutMs, nowMs = () => performance.now() } = options
  const hosts = readWhenChanged(options.hostsFile ?? '/etc/hosts', parseHosts)
  const search = readWhenChanged(options.searchFile ?? '/etc/resolv.conf', parseSearchList)
  const known = new Map<string, { readonly addresses: readonly string[]; readonly untilMs: number }>()
  const asking = new Map<string, Promise<readonly string[]>>()

  async function ask(name: string): Promise<readonly string[]> {
    const { addresses, ttlMs } = await askDns(fullNames(name, await search()), { servers, timeoutMs }).catch(
      (error: unknown) => askSystem(name, error),
    )
    keepLatest(known, name, { addresses, untilMs: nowMs() + Math.min(ttlMs, keptAtMostMs) }, namesMax)
    return addresses
  }

  async function askSystem(name: string, error: unknown): Promise<DnsAnswer> {
    if (!options.mayAskSystem || !(error instanceof DnsFault) || error.code !== 'ENOTFOUND') throw error
    const found = await lookup(name, { all: true })
    return { addresses: found.map(({ address }) => address), ttlMs: keptAtMostMs }
  }

  return async (hostname) => {
    const name = hostname.toLowerCase()
    const plain = name.replace(/\.$/, '')
    const own = (await hosts()).get(plain) ?? (isLocalhost(plain) ? loopback : null)
    if (own) return own
    const kept = known.get(name)
    if (kept && kept.untilMs > nowMs()) return kept.addresses
    const running = asking.get(name) ?? ask(name).finally(() => asking.delete(name))
    asking.set(name, running)
    return running
  }
}

const loopback = ['127.0.0.1', '::1']
/** RFC 6761: these names always refer to this machine, whatever DNS returns. */
const isLocalhost = (name: string): boolean => name === 'localhost' || name.endsWith('.localhost')

/** Reads a small system file, and parses it again only after it has changed. A missing file counts as empty. */
function readWhenChanged<Parsed>(path: string, parse: (text: string) => Parsed): () => Promise<Parsed> {
  let last: { readonly version: string; readonly parsed: Parsed } | null = null
  return async () => {
    const version = await versionOf(path)
    if (last?.version !== version) last = { version, parsed: parse(await readFile(path, 'utf8').catch(() => '')) }
    return last.parsed
  }
}

async function versionOf(path: string): Promise<string> {
  try {
    const { ino, size, mtimeMs } = await stat(path)
    return `${ino} ${size} ${mtimeMs}`
  } catch {
    return 'absent'
  }
}
