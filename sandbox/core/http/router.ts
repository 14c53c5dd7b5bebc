import type { Network, Route } from '../network.ts'
import { decoded } from '../text/decoded.ts'

export interface Found {
  readonly network: Network
  /** Null if the network has no matching route. */
  readonly route: Route | null
  readonly params: Readonly<Record<string, string>>
  /** The path below the network's folder. */
  readonly path: string
}

/** Finds a network by the first part of the path and its route by the rest; most routes take a single map lookup. */
export function createRouter(networks: readonly Network[]) {
  const tables = new Map(networks.map((network) => [network.id, tableOf(network)]))
  return (method: string, pathname: string): Found | null => {
    const slash = pathname.indexOf('/', 1)
    const id = slash < 0 ? pathname.slice(1) : pathname.slice(1, slash)
    const table = tables.get(id)
    if (!table) return null
    const path = slash < 0 ? '/' : pathname.slice(slash)
    const exact = table.exact.get(`${method} ${path}`)
    if (exact) return { network: table.network, route: exact, params: {}, path }
    for (const { route, segments } of table.patterns) {
      const params = route.method === method ? matched(segments, path.split('/')) : null
      if (params && (route.only?.(params) ?? true)) return { network: table.network, route, params, path }
    }
    return { network: table.network, route: null, params: {}, path }
  }
}

function tableOf(network: Network) {
  const exact = new Map<string, Route>()
  const patterns: { route: Route; segments: readonly string[] }[] = []
  for (const route of network.routes) {
    if (route.path.includes(':')) patterns.push({ route, segments: route.path.split('/') })
    else exact.set(`${route.method} ${route.path}`, route)
  }
  return { network, exact, patterns }
}

function matched(segments: readonly string[], path: readonly string[]): Record<string, string> | null {
  if (segments.length !== path.length) return null
  const params: Record<string, string> = {}
  for (const [at, segment] of segments.entries()) {
    const given = path[at] ?? ''
    if (segment.startsWith(':')) {
      if (given === '') return null
      params[segment.slice(1)] = decoded(given)
    } else if (segment !== given) return null
  }
  return params
}
