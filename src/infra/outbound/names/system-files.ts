import { isIP } from 'node:net'

/** Reads the names of a hosts file, each with its addresses in order. Invalid lines are skipped. */
export function parseHosts(text: string): ReadonlyMap<string, readonly string[]> {
  const hosts = new Map<string, string[]>()
  for (const [address = '', ...names] of linesOf(text)) {
    if (isIP(address) === 0) continue
    for (const name of names) {
      const key = name.toLowerCase()
      hosts.set(key, [...(hosts.get(key) ?? []), address])
    }
  }
  return hosts
}

/** The part of resolv.conf that extends short names. c-ares reads the servers itself. */
interface SearchList {
  readonly domains: readonly string[]
  /** A name with fewer dots is first looked up within the domains. */
  readonly ndots: number
}

export function parseSearchList(text: string): SearchList {
  let domains: readonly string[] = []
  let ndots = 1
  for (const [word, ...rest] of linesOf(text)) {
    if (word === 'search' || word === 'domain') domains = rest.map((domain) => domain.replace(/^\.|\.$/g, ''))
    if (word !== 'options') continue
    for (const option of rest) ndots = Number(/^ndots:(\d{1,2})$/.exec(option)?.[1] ?? ndots)
  }
  return { domains: domains.filter((domain) => domain !== '').slice(0, searchedAtMost), ndots }
}

/** The number of domains that the system's own resolver has always used. */
const searchedAtMost = 6

/** Returns the full names that a name may stand for, in the order in which they are tried. */
export function fullNames(name: string, { domains, ndots }: SearchList): readonly string[] {
  if (name.endsWith('.')) return [name.slice(0, -1)]
  const longer = domains.map((domain) => `${name}.${domain}`)
  return name.split('.').length > ndots ? [name, ...longer] : [...longer, name]
}

function linesOf(text: string): string[][] {
  return text.split('\n').map((line) =>
    line
      .replace(/[#;].*/, '')
      .split(/\s+/)
      .filter((word) => word !== ''),
  )
}
