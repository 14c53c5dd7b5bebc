import { createHash } from 'node:crypto'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadConfig } from '#app/config.ts'
import { createDeps } from '#app/deps.ts'
import { startEmbedded } from '#infra/db/embedded/index.ts'
import { createLog } from '#infra/log/log.ts'
import { hours } from '#kernel/clock.ts'
import { mediaHandlers, sweepMedia } from '#modules/media/index.ts'
import { cleanedBytes, upload, video } from '../speed/uploads/send.ts'
import { call, endCleanly, freePort, killTree, type Running, ready, signIn, signUp, start } from '../tools/killable.ts'

/**
 * Kills the whole process tree repeatedly while files arrive. After each kill, every listed file must be served whole,
 * byte for byte, and every acknowledged file must be listed. Half-finished files must not be reachable; they lie in the
 * scratch folder or in a row that names them, where the sweep of the next day finds them.
 *
 *     node bench/crashes/upload-crash.ts [kills, default 50]
 */
const kills = Number(process.argv[2] ?? 50)
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
const room = await mkdtemp(join(tmpdir(), 'posthorn upload crash '))
await chmod(room, 0o755)

let running: Running | null = null

async function main(): Promise<void> {
  const dataDir = join(room, 'data')
  const port = await freePort()
  running = start(room, dataDir, port)
  await ready(running)
  await signUp(running)
  /** The hash of the sent file by storagePath. */
  const acknowledged = new Map<string, string>()
  for (let round = 0; round < kills && performance.now() - startedAt < limitMs; round += 1) {
    const load = uploadUntilCut(running, await signIn(running), round, acknowledged)
    await sleep(200 + Math.random() * 3_000)
    await killTree(running)
    tally.kills += 1
    tally.cut += await load
    running = start(room, dataDir, port)
    await ready(running)
    await lookAt(running, acknowledged, round)
  }
  const token = await signIn(running)
  for (const { id } of await listed(running, token)) await remove(running, id, token)
  tally.faults.push(...(await endCleanly(running)))
  tally.acknowledged = acknowledged.size
  const before = await left(dataDir)
  await sweepOfTheNextDay(dataDir)
  report(before, await left(dataDir))
}

async function uploadUntilCut(
  running: Running,
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
async function lookAt(running: Running, acknowledged: ReadonlyMap<string, string>, round: number): Promise<void> {
  const all = await listed(running, await signIn(running))
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

async function listed(running: Running, token: string): Promise<Listed[]> {
  const all: Listed[] = []
  for (let cursor = ''; ; ) {
    const page = await call<{ media: Listed[]; nextCursor: string | null }>(
      running,
      'GET',
      `/v1/media?limit=100${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
      token,
    )
    all.push(...page.media)
    if (page.nextCursor === null) return all
    cursor = page.nextCursor
  }
}

async function remove(running: Running, id: string, token: string): Promise<void> {
  const answer = await fetch(`${running.url}/v1/media/${id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
  })
  if (!answer.ok) tally.faults.push(`DELETE ${id}: ${answer.status}`)
}

/** Returns the hash of the part that must be unchanged. */
const hashOf = (file: Buffer): string => createHash('sha256').update(file.subarray(cleanedBytes)).digest('hex')

/** Runs the hourly sweep, by a clock that is a day ahead. */
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
  line('  half or not as sent', tally.half)
  line('left when all media are deleted: in scratch', before.scratch)
  line('  in storage', before.stored)
  line('left after the sweep of the next day', after.scratch + after.stored)
  line('other faults', tally.faults.length)
  for (const fault of tally.faults.slice(0, 10)) console.log(`  ${fault}`)
  process.exitCode = tally.lost + tally.half + tally.faults.length + after.scratch + after.stored === 0 ? 0 : 1
}

try {
  await main()
} finally {
  if (running) await killTree(running)
  await rm(room, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}
