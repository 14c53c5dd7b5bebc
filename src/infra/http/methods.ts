import type { FastifyInstance, RouteOptions } from 'fastify'

interface Shape {
  readonly methods: Set<string>
  readonly matches: RegExp
}

const shapes = new WeakMap<FastifyInstance, Map<string, Shape>>()

/** Remembers which methods an address takes, for 405 and its `Allow`. */
export function noteRoute(app: FastifyInstance, route: RouteOptions): void {
  const known = shapes.get(app) ?? new Map<string, Shape>()
  shapes.set(app, known)
  const shape = known.get(route.url) ?? { methods: new Set<string>(), matches: patternOf(route.url) }
  for (const method of [route.method].flat()) shape.methods.add(method)
  known.set(route.url, shape)
}

export function methodsAt(app: FastifyInstance, url: string): string[] {
  const path = url.split('?')[0] ?? url
  const found = [...(shapes.get(app)?.values() ?? [])].filter((shape) => shape.matches.test(path))
  return [...new Set(found.flatMap((shape) => [...shape.methods]))].sort()
}

function patternOf(url: string): RegExp {
  const steps = url
    .split('/')
    .map((step) => (step.startsWith(':') ? '[^/]+' : step === '*' ? '.*' : step.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
  return new RegExp(`^${steps.join('/')}$`)
}
