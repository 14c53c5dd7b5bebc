import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadConfig } from '#app/config.ts'
import { createDeps } from '#app/deps.ts'
import { startEmbedded } from '#infra/db/embedded/index.ts'
import { createLog } from '#infra/log/log.ts'
import { hours } from '#kernel/clock.ts'
import { mediaHandlers, sweepMedia } from '#modules/media/index.ts'
import { openFolder } from '../tools/folder.ts'
import { ada, bearer, send, signIn } from '../tools/http.ts'
import { readOptions } from '../tools/options.ts'
import { type Started, signalTree, startServer, tree } from '../tools/processes.ts'
import { cleanedBytes, upload, video } from './upload-crash/send.ts'

/**
 * Kills the whole process tree repeatedly while files arrive. After each kill, every listed file must be served whole,
 * byte for byte, and every acknowledged file must be listed. Partial files must not be reachable; they are in the
 * scratch folder or named by a row, so that the next day's sweep finds them.
 *
 *     node bench/crashes/upload-crash.ts [kills, default 50]
 */
const { kills } = readOptions({ kills: 50 }, 'kills')
const uploaders = 6
const limitMs = 900_000
const startedAt = performance.now()

interface Listed {
  readonly id: string
  readonly url: string
  readonly size: number
  readonly storagePath: string
}

const tally = { kills: 0, cut: 0, acknowledged: 0, lost: 0, half: 0, served: 0, faults: [] as string[] }
await using folder = await openFolder('posthorn upload crash ')
const room = folder.path

let running: Started | null = null

async function main(): Promise<void> {
  const dataDir = join(room, 'data')
  running = await start(dataDir)
  await send('POST', `${running.url}/v1/auth/sign-up`, {}, ada)
  /** The hash of the sent file by storagePath. */
  const acknowledged = new Map<string, string>()
  for (let round = 0; round < kills && performance.now() - startedAt < limitMs; round += 1) {
    const load = uploadUntilCut(running, await signIn(running.url), round, acknowledged)
    await sleep(200 + Math.random() * 3_000)
    await killTree(running)
    tally.kills += 1
    tally.cut += await load
    running = await start(dataDir)
    await lookAt(running, acknowledged, round)
  }
  const token = await signIn(running.url)
  for (const { id } of await listed(running, token)) await remove(running, id, token)
  tally.faults.push(...(await endCleanly(running)))
  tally.acknowledged = acknowledged.size
  const before = await left(dataDir)
  await sweepOfTheNextDay(dataDir)
  report(before, await left(dataDir))
}

/** Starts a real `posthorn start`, which can be killed at any moment with everything it has started. */
const start = (dataDir: string): Promise<Started> =>
  startServer(['bin/posthorn.mjs', 'start'], {
    DATA_DIR: dataDir,
    PORT: '0',
    SIGN_UP: 'open',
    DEFAULT_PLAN: 'max',
    RATE_LIMIT_PER_MINUTE: '0',
    LOG_LEVEL: 'warn',
    SANDBOX: 'off',
  })

/** Kills each parent before its children, so that no parent can react to a child's death. */
async function killTree({ child }: Started): Promise<void> {
  signalTree(child, 'SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

/** Stops the service as an operator does; returns what went wrong. */
async function endCleanly({ child }: Started): Promise<string[]> {
  const family = tree(child.pid ?? 0)
  child.kill('SIGTERM')
  if (child.exitCode === null) await once(child, 'exit')
  const left = family
    .filter(({ pid }) => existsSync(`/proc/${pid}`))
    .map(({ pid }) => `process ${pid} outlived SIGTERM`)
  return child.exitCode === 0 ? left : [`SIGTERM ended with ${child.exitCode}`, ...left]
}

async function uploadUntilCut(
  running: Started,
  token: string,
  round: number,
  acknowledged: Map<string, string>,
): Promise<number> {
  let cut = 0
  const one = async (who: number): Promise<void> => {
    for (let n = 0; ; n += 1) {
      const size = 100_000 + Math.floor(Math.random() * 8_000_000)
      const mark = round * 100_000 + who * 1_000 + n
      const answer = await upload(running.url, token, size, mark).catch(() => null)
      if (answer === null) {
        cut += 1
        return
      }
      if (answer.status !== 200) {
        tally.faults.push(`${answer.status} ${answer.text}`)
        return
      }
      acknowledged.set((JSON.parse(answer.text) as Listed).storagePath, hashOf(Buffer.concat([...video(size, mark)])))
    }
  }
  await Promise.all(Array.from({ length: uploaders }, (_, who) => one(who)))
  return cut
}

/** Fetches every file that is new since the last check completely; every tenth time, all files. */
const seen = new Set<string>()
async function lookAt(running: Started, acknowledged: ReadonlyMap<string, string>, round: number): Promise<void> {
  const all = await listed(running, await signIn(running.url))
  const there = new Set(all.map(({ storagePath }) => storagePath))
  tally.lost += [...acknowledged.keys()].filter((path) => !there.has(path)).length
  for (const { url, size, storagePath } of all) {
    if (seen.has(storagePath) && round % 10 !== 9) continue
    seen.add(storagePath)
    const answer = await fetch(new URL(new URL(url).pathname, running.url))
    const body = Buffer.from(await answer.arrayBuffer())
    const expected = acknowledged.get(storagePath)
    const whole = answer.status === 200 && body.length === size && (!expected || hashOf(body) === expected)
    if (whole) tally.served += 1
    else tally.half += 1
  }
}

async function listed(running: Started, token: string): Promise<Listed[]> {
  const all: Listed[] = []
  for (let cursor = ''; ; ) {
    const path = `/v1/media?limit=100${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`
    const page = await send<{ media: Listed[]; nextCursor: string | null }>('GET', running.url + path, bearer(token))
    all.push(...page.media)
    if (page.nextCursor === null) return all
    cursor = page.nextCursor
  }
}

const remove = (running: Started, id: string, token: string): Promise<void> =>
  send<void>('DELETE', `${running.url}/v1/media/${id}`, bearer(token)).catch((error: Error) => {
    tally.faults.push(error.message)
  })

/** Returns the hash of the part that must be unchanged. */
const hashOf = (file: Buffer): string => createHash('sha256').update(file.subarray(cleanedBytes)).digest('hex')

/** Runs the hourly sweep with a clock that is a day ahead. */
async function sweepOfTheNextDay(dataDir: string): Promise<void> {
  const embedded = await startEmbedded({ dataDir, say: () => {} })
  const deps = await createDeps({
    config: loadConfig({ DATA_DIR: dataDir }),
    connection: embedded.connection,
    directConnection: embedded.connection,
    log: createLog({ level: 'silent' }),
    clock: { now: () => new Date(Date.now() + hours(25)) },
  })
  const sweep = mediaHandlers(deps).find(({ job }) => job === sweepMedia)
  await sweep?.handler({}, { id: 'job', signal: new AbortController().signal, attempt: 1 })
  await deps.close()
  await embedded.stop()
}

async function left(dataDir: string): Promise<Left> {
  const files = await readdir(join(dataDir, 'media'), { recursive: true, withFileTypes: true })
  const names = files.filter((each) => each.isFile()).map(({ parentPath }) => parentPath)
  const scratch = names.filter((path) => path.includes('scratch')).length
  return { scratch, stored: names.length - scratch }
}

interface Left {
  readonly scratch: number
  readonly stored: number
}

function report(before: Left, after: Left): void {
  const line = (what: string, value: unknown): void => console.log(`${what.padEnd(44)} ${value}`)
  line('kills of the whole tree during uploads', tally.kills)
  line('uploads that a kill cut off', tally.cut)
  line('uploads acknowledged', tally.acknowledged)
  line('  lost', tally.lost)
  line('files fetched after a kill and whole', tally.served)
  line('  partial or different from what was sent', tally.half)
  line('left when all media are deleted: in scratch', before.scratch)
  line('  in storage', before.stored)
  line('left after the next day’s sweep', after.scratch + after.stored)
  line('other faults', tally.faults.length)
  for (const fault of tally.faults.slice(0, 10)) console.log(`  ${fault}`)
  process.exitCode = tally.lost + tally.half + tally.faults.length + after.scratch + after.stored === 0 ? 0 : 1
}

try {
  await main()
} finally {
  if (running) await killTree(running)
}
