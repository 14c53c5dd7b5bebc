import { Pool } from 'undici'
import { quantile } from './figures.ts'

export interface Load {
  readonly requestsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

export interface Request {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/**
 * Sends as many requests as fit into the time, over a fixed number of connections that each wait for their response.
 */
export async function load(url: string, connections: number, durationMs: number, next: () => Request): Promise<Load> {
  const pool = new Pool(url, { connections, pipelining: 1 })
  const latencies: number[] = []
  const startedAt = performance.now()
  const worker = async (): Promise<void> => {
    while (performance.now() - startedAt < durationMs) {
      const sentAt = performance.now()
      const answer = await pool.request(next())
      await answer.body.dump()
      if (answer.statusCode >= 300) throw new Error(`${url} answered ${answer.statusCode}`)
      latencies.push(performance.now() - sentAt)
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
  const seconds = (performance.now() - startedAt) / 1_000
  await pool.close()
  return {
    requestsPerSecond: latencies.length / seconds,
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
  }
}
