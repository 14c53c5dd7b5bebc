import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findEmbedded } from '#infra/db/embedded/index.ts'
import { connectAccounts, signUp } from '../../posts/people.ts'
import type { Publisher } from '../../posts/publisher.ts'
import { timesSeen } from '../../posts/sandbox.ts'
import { networksAt } from '../../posts/stage.ts'
import { benchRedirect } from '../../posts/ways-in.ts'
import { openFolder } from '../../tools/folder.ts'
import { type Started, startServer } from '../../tools/processes.ts'

/** One `posthorn start` on a data folder with its own PostgreSQL. */
interface RunningPosthorn extends Started {
  /** True while publishing is on hold. */
  isHeld(): Promise<boolean>
}

/**
 * An installation with one profile on Bluesky and Mastodon. Its networks run in a separate process and see every copy
 * of it.
 */
export interface Scene {
  readonly name: string
  readonly data: string
  readonly service: RunningPosthorn
  readonly publisher: Publisher
  readonly profileId: string
  /** Starts Posthorn on a data folder, possibly under another command. It is stopped with the scene at the latest. */
  start(folder: string, under?: readonly string[]): Promise<RunningPosthorn>
  /** Counts posts in the networks' ledger until there are enough of them, or time runs out. */
  count(texts: readonly string[], forMs: number, isEnough?: (count: Count) => boolean): Promise<Count>
}

interface Count {
  /** The number of published posts, out of two for each text. */
  readonly out: number
  readonly twice: number
  readonly tookMs: number
}

const networks = ['bluesky', 'mastodon'] as const

export async function openScene(name: string, all: AsyncDisposableStack): Promise<Scene> {
  const { path: room } = all.use(await openFolder('posthorn-copies-'))
  const sandbox = all.use(await startServer(['sandbox/main.ts', '--port', '0'], {}))
  const env = {
    SANDBOX: 'off',
    WEB: 'off',
    PORT: '0',
    SECRET_KEY: '77'.repeat(32),
    SIGN_UP: 'open',
    DEFAULT_PLAN: 'max',
    RATE_LIMIT_PER_MINUTE: '0',
    LOG_LEVEL: process.env.BENCH_LOG_LEVEL ?? 'error',
    ALLOWED_REDIRECTS: benchRedirect,
    ...networksAt(sandbox.url),
  }
  const start: Scene['start'] = async (folder, under = []) => {
    const service = await startServer(['bin/posthorn.mjs', 'start'], { ...env, DATA_DIR: folder }, { under })
    let stopped: Promise<void> | null = null
    const stop = async (): Promise<void> => {
      stopped ??= Promise.resolve(service[Symbol.asyncDispose]())
      await stopped
    }
    all.defer(stop)
    return {
      ...service,
      isHeld: async () => (await query(folder, 'select hold_reason from installation'))[0]?.hold_reason !== null,
      [Symbol.asyncDispose]: stop,
    }
  }
  const data = join(room, 'data')
  const service = await start(data)
  const publisher = await signUp(service)
  const [account] = await connectAccounts(publisher, sandbox, { profiles: 1, ofEach: 1 })
  if (!account) throw new Error('no account was connected')
  const count: Scene['count'] = async (texts, forMs, isEnough = () => false) => {
    const begun = performance.now()
    for (;;) {
      const seen = await timesSeen(sandbox, networks)
      const times = texts.map((text) => seen.get(text) ?? 0)
      const sum = (of: (one: number) => number): number => times.reduce((total, one) => total + of(one), 0)
      const out = sum((one) => Math.min(one, networks.length))
      const twice = sum((one) => Math.max(0, one - networks.length))
      const found = { out, twice, tookMs: performance.now() - begun }
      if (found.tookMs > forMs || isEnough(found)) return found
      await sleep(500)
    }
  }
  return { name, data, service, publisher, profileId: account.wire.profileId, start, count }
}

/** Creates one post for both networks. */
export async function post(scene: Scene, content: string, scheduledAt?: string): Promise<void> {
  const { profileId, publisher } = scene
  await publisher.call('POST', '/v1/posts', { profileId, platforms: networks, content, scheduledAt })
}

/** Queries the database of the Posthorn instance that runs on a folder. Returns the rows. */
export async function query(folder: string, text: string): Promise<readonly Record<string, unknown>[]> {
  const found = await findEmbedded(folder)
  if (!found) throw new Error(`no database runs on ${folder}`)
  const client = new pg.Client(found)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** Copies a folder as an operator does. Files of a running Posthorn may vanish under the copy. */
export function copyFolder(from: string, to: string, { isRunning = false } = {}): void {
  try {
    execFileSync('cp', ['-a', from, to], { stdio: isRunning ? 'ignore' : 'inherit' })
  } catch (error) {
    if (!isRunning) throw error
  }
}
