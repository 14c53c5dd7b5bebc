import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  call,
  endCleanly,
  exists,
  freePort,
  killTree,
  Refused,
  type Running,
  ready,
  signUp,
  start,
  until,
} from '../tools/killable.ts'
import { median } from '../tools/processes.ts'

/**
 * Kills the whole process tree of `posthorn start` (node, PostgreSQL and all of its processes) repeatedly at random
 * moments. After each kill it checks that the next start works unaided and that every profile that the API had
 * acknowledged exists. Most kills come under write load over HTTP, some while a service with data starts, and some
 * while a fresh folder gets its database and tables.
 *
 *     node bench/crashes/crash.ts [kills, default 30]
 */
const kills = Number(process.argv[2] ?? 30)
const limitMs = 600_000
const writers = 4

const startedAt = performance.now()
const room = await mkdtemp(join(tmpdir(), 'posthorn crash '))
// When run as root, the database's system user must be able to enter the folder.
await chmod(room, 0o755)
const tally = {
  underLoad: 0,
  inStart: 0,
  inCreation: 0,
  inMigrations: 0,
  afterMigrations: 0,
  acknowledged: 0,
  lost: 0,
  faults: [] as string[],
  startMs: [] as number[],
}

/** Kills one data folder's service under load; every fifth kill comes during a start. */
async function killUnderLoad(rounds: number): Promise<void> {
  const dataDir = join(room, 'data')
  const port = await freePort()
  const acknowledged = new Set<string>()
  let running = start(room, dataDir, port)
  await ready(running)
  const token = await signUp(running)
  for (let round = 0; round < rounds; round += 1) {
    if (round % 5 === 4) {
      await killTree(running)
      running = start(room, dataDir, port)
      await sleep(Math.random() * 800)
      tally.inStart += 1
      await killTree(running)
    } else {
      const load = writeProfiles(running, token, acknowledged)
      await sleep(100 + Math.random() * 1_500)
      tally.underLoad += 1
      await killTree(running)
      await load
    }
    running = start(room, dataDir, port)
    await readyAgain(running)
    tally.acknowledged = acknowledged.size
    const there = new Set((await call<{ id: string }[]>(running, 'GET', '/v1/profiles', token)).map(({ id }) => id))
    tally.lost += [...acknowledged].filter((id) => !there.has(id)).length
  }
  tally.faults.push(...(await endCleanly(running)))
}

/** Kills a first start: while the folder is created, or while it gets its tables. */
async function killFirstStart(round: number): Promise<void> {
  const dataDir = join(room, `fresh-${round}`)
  const port = await freePort()
  const first = start(room, dataDir, port)
  if (round % 2 === 0) await sleep(Math.random() * 1_500)
  else await until(() => exists(join(dataDir, 'postgres'))).then(() => sleep(Math.random() * 600))
  await countPhase(first, dataDir)
  await killTree(first)
  const next = start(room, dataDir, port)
  await readyAgain(next)
  await call(next, 'POST', '/v1/profiles', await signUp(next), { name: 'Harbour Coffee' })
  tally.faults.push(...(await endCleanly(next)))
  const left = (await readdir(dataDir)).filter((name) => name.includes('.tmp-'))
  if (left.length > 0) tally.faults.push(`left behind: ${left.join(', ')}`)
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}

async function countPhase(running: Running, dataDir: string): Promise<void> {
  if (running.output().includes('migrated:')) tally.afterMigrations += 1
  else if (await exists(join(dataDir, 'postgres'))) tally.inMigrations += 1
  else tally.inCreation += 1
}

async function writeProfiles(running: Running, token: string, acknowledged: Set<string>): Promise<void> {
  const write = async (): Promise<void> => {
    for (let n = 0; ; n += 1) {
      const { id } = await call<{ id: string }>(running, 'POST', '/v1/profiles', token, { name: `Harbour ${n}` })
      acknowledged.add(id)
    }
  }
  // Each writer ends when the kill cuts its connection; a refusal is a fault.
  const ends = await Promise.allSettled(Array.from({ length: writers }, write))
  for (const end of ends)
    if (end.status === 'rejected' && end.reason instanceof Refused) tally.faults.push(end.reason.message)
}

async function readyAgain(running: Running): Promise<void> {
  try {
    if (performance.now() - startedAt > limitMs) throw new Error(`the whole took longer than ${limitMs / 1_000} s`)
    await ready(running)
  } catch (error) {
    tally.faults.push(String(error))
    report()
    await killTree(running)
    await rm(room, { recursive: true, force: true })
    process.exit(1)
  }
  tally.startMs.push(Math.round(performance.now() - running.startedAt))
}

function report(): void {
  const first = tally.inCreation + tally.inMigrations + tally.afterMigrations
  const times = tally.startMs
  const ended = `${times.length} of ${tally.underLoad + tally.inStart + first}`
  const line = (what: string, value: unknown): void => console.log(`${what.padEnd(34)} ${value}`)
  line('kills of the whole tree', tally.underLoad + tally.inStart + first)
  line('  under write load', tally.underLoad)
  line('  while a used folder starts', tally.inStart)
  line('  until the database is made', tally.inCreation)
  line('  while it gets its tables', tally.inMigrations)
  line('  first start, after that', tally.afterMigrations)
  line('acknowledged rows', tally.acknowledged)
  line('acknowledged rows lost', tally.lost)
  line('starts after a kill that worked', ended)
  line('  to ready, median and longest', `${median(times)} ms, ${Math.max(...times)} ms`)
  line('other faults', tally.faults.length)
  for (const fault of tally.faults) console.log(`  ${fault}`)
  process.exitCode = tally.lost === 0 && tally.faults.length === 0 && times.length >= kills ? 0 : 1
}

try {
  await killUnderLoad(Math.ceil(kills * 0.6))
  for (let round = tally.underLoad + tally.inStart; round < kills; round += 1) await killFirstStart(round)
} finally {
  await rm(room, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}
report()
