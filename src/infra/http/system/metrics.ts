import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Edge } from '../server.ts'
import type { Figure, Figures, SystemDeps } from './deps.ts'

/** Counts each request by route, never by URL: an ID in a label would create a series for each post. */
export function createMetrics(app: Edge, deps: SystemDeps): { contentType: string; read(): Promise<string> } {
  const registry = new Registry()
  const duration = new Histogram({
    name: 'posthorn_http_request_seconds',
    help: 'Duration of requests.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  new Gauge({
    name: 'posthorn_jobs',
    help: 'Jobs in the queue by state.',
    labelNames: ['job', 'state'],
    registers: [registry],
    async collect() {
      for (const { job, ready, failed } of await deps.queue.depth()) {
        this.set({ job, state: 'ready' }, ready)
        this.set({ job, state: 'failed' }, failed)
      }
    },
  })
  addFigures(registry, deps.figures)
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    duration.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1_000)
    done()
  })
  return {
    contentType: registry.contentType,
    read: () => Registry.merge([measureProcess(), registry]).metrics(),
  }
}

let processRegistry: Registry | null = null

/**
 * Returns the metrics of the process, such as its memory and event loop delay. Measuring them wakes the process a
 * hundred times a second, so it begins with the first scrape, and once for all applications in the process.
 */
function measureProcess(): Registry {
  if (!processRegistry) {
    processRegistry = new Registry()
    collectDefaultMetrics({ register: processRegistry })
    // These are gauges, and only a counter may have a name that ends in `_total`. Each is the sum of one that stays.
    for (const name of ['handles', 'requests', 'resources'])
      processRegistry.removeSingleMetric(`nodejs_active_${name}_total`)
  }
  return processRegistry
}

/** Adds a gauge for each service metric. A scrape reads all of them once. */
function addFigures(registry: Registry, figures: Figures): void {
  let read: Promise<readonly Figure[]> | null = null
  const readOnce = (): Promise<readonly Figure[]> => {
    read ??= figures.read().finally(() => {
      read = null
    })
    return read
  }
  for (const { name, about } of figures.all) {
    new Gauge({
      name,
      help: about,
      labelNames: [...figures.labels],
      registers: [registry],
      async collect() {
        this.reset()
        for (const figure of await readOnce()) if (figure.name === name) this.set({ ...figure.labels }, figure.value)
      },
    })
  }
}
