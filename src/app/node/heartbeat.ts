import { randomUUID } from 'node:crypto'
import { createHeartbeat, type Heartbeat } from '#modules/installation/index.ts'
import type { Deps } from '../deps.ts'
import { version } from './version.ts'

/** Creates this process's heartbeat. */
export const heartbeatOf = (deps: Deps, roles: readonly string[]): Heartbeat =>
  createHeartbeat({ ...deps, id: randomUUID(), version, roles, dataDir: deps.config.dataDir })
