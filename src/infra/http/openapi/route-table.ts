import type { FastifyInstance, RouteOptions } from 'fastify'
import type { Access } from '#kernel/caller.ts'
import type { Right } from '#kernel/rights.ts'

/** A route of the running server. */
export interface RouteFact {
  readonly method: string
  readonly url: string
  readonly access: Access
  readonly operationId: string | null
  /** The right on the named profile. Null if the operation names none. */
  readonly right: Right | null
  /** Set if the body is not JSON, as in the route's config. */
  readonly body: 'multipart' | 'raw' | null
  /** The requests that count against the rate limit: all, none, or those that are refused. */
  readonly rateLimited: boolean | 'when refused'
}

const tables = new WeakMap<FastifyInstance, RouteFact[]>()

/** Records a route, for 405 with its `Allow` and for code that lists all routes. */
export function noteRoute(app: FastifyInstance, route: RouteOptions): void {
  const table = tables.get(app) ?? []
  tables.set(app, table)
  const { access, right = null, body = null, rateLimited = true } = route.config ?? {}
  if (!access) throw new Error(`${route.url} has no access rule`)
  const operationId = (route.schema as { operationId?: string } | undefined)?.operationId ?? null
  for (const method of [route.method].flat())
    table.push({ method, url: route.url, access, operationId, right, body, rateLimited })
}

export const routesOf = (app: FastifyInstance): readonly RouteFact[] => tables.get(app) ?? []

export function methodsAt(app: FastifyInstance, url: string): string[] {
  const path = url.split('?')[0] ?? url
  const found = routesOf(app).filter(({ url }) => patternOf(url).test(path))
  return [...new Set(found.map((route) => route.method))].sort()
}

const patterns = new Map<string, RegExp>()

/** Returns the pattern of a route's paths. It is computed for the first request that does not match a route. */
function patternOf(url: string): RegExp {
  const known = patterns.get(url)
  if (known) return known
  const steps = url
    .split('/')
    .map((step) => (step.startsWith(':') ? '[^/]+' : step === '*' ? '.*' : step.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
  const pattern = new RegExp(`^${steps.join('/')}$`)
  patterns.set(url, pattern)
  return pattern
}
