import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '#infra/log/log.ts'
import { createTicker } from '#infra/time/ticker.ts'
import { seconds } from '#kernel/clock.ts'
import { createHeartbeat, type Heartbeat } from '#modules/installation/index.ts'
import type { Deps } from '../deps.ts'
import { version } from './version.ts'

/**
 * Writes a file every few seconds while the process is not blocked, for liveness probes of a worker, which serves no
 * requests. It does not depend on the database, because a restart would not bring the database back.
 */
export async function showLife(dataDir: string, log: Log): Promise<() => Promise<void>> {
  const write = async (): Promise<void> => {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await writeFile(join(dataDir, 'worker-alive'), `${process.pid}\n`)
  }
  const onError = (error: unknown) =>
    log.warn({ event: 'node.not_shown_alive', err: error }, 'Heartbeat file could not be written')
  const ticker = createTicker(seconds(5), write, onError)
  await ticker.tick().catch(onError)
  ticker.start()
  return ticker.stop
}

/** Creates this process's heartbeat. */
export const heartbeatOf = (deps: Deps, roles: readonly string[]): Heartbeat =>
  createHeartbeat({ ...deps, id: randomUUID(), version, roles, dataDir: deps.config.dataDir })
