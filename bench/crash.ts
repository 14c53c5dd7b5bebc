import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { median, tree } from './processes.ts'

/**
 * Kills the whole tree of `posthorn start` (node, PostgreSQL and all of its processes) again and again at random
 * moments, and asks after each kill whether the next start works unaided and whether every profile that the API had
 * acknowledged is there. Most kills come under write load over HTTP, some while a service that has data starts, and
 * some while a fresh folder gets its database and its tables.
 *
 *     node bench/crash.ts [kills, 30 if not said]
 */
const kills = Number(process.argv[2] ?? 30)
const entry = join(import.meta.dirname, '..', 'bin', 'posthorn.mjs')
const limitMs = 600_000
const readyMs = 60_000
const writers = 4

interface Running {
  readonly child: ChildProcess
  readonly startedAt: number
  readonly url: string
  output(): string
}

const { PATH, HOME } = process.env
const startedAt = performance.now()
const room = await mkdtemp(join(tmpdir(), 'posthorn crash '))
// As root, the account of the database has to get through.
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

/** One folder that lives through all of it; every fifth kill comes while it starts. */
async function killUnderLoad(rounds: number): Promise<void> {
  const dataDir = join(room, 'data')
  const port = await freePort()
  const acknowledged = new Set<string>()
  let running = await start(dataDir, port)
  await ready(running)
  const token = await signUp(running)
  for (let round = 0; round < rounds; round += 1) {
    if (round % 5 === 4) {
      await killTree(running)
      running = await start(dataDir, port)
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
    running = await start(dataDir, port)
    await ready(running, true)
    tally.acknowledged = acknowledged.size
    const there = new Set((await call<{ id: string }[]>(running, 'GET', '/v1/profiles', token)).map(({ id }) => id))
    tally.lost += [...acknowledged].filter((id) => !there.has(id)).length
  }
  await endCleanly(running)
}

/** A folder that is used for the first time: killed while it is made, or while it gets its tables. */
async function killFirstStart(round: number): Promise<void> {
  const dataDir = join(room, `fresh-${round}`)
  const port = await freePort()
  const first = await start(dataDir, port)
  if (round % 2 === 0) await sleep(Math.random() * 1_500)
  else await until(() => exists(join(dataDir, 'postgres'))).then(() => sleep(Math.random() * 600))
  await countPhase(first, dataDir)
  await killTree(first)
  const next = await start(dataDir, port)
  await ready(next, true)
  await call(next, 'POST', '/v1/profiles', await signUp(next), { name: 'Harbour Coffee' })
  await endCleanly(next)
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
  // Each writer ends with the connection that the kill cuts; an answer that says no is a fault of its own.
  const ends = await Promise.allSettled(Array.from({ length: writers }, write))
  for (const end of ends)
    if (end.status === 'rejected' && end.reason instanceof Refused) tally.faults.push(end.reason.message)
}

class Refused extends Error {}

async function call<Answer>(
  running: Running,
  method: string,
  path: string,
  token: string | null,
  body?: object,
): Promise<Answer> {
  const response = await fetch(running.url + path, {
    method,
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  if (!response.ok) throw new Refused(`${method} ${path}: ${response.status} ${text}`)
  return JSON.parse(text) as Answer
}

async function signUp(running: Running): Promise<string> {
  const person = { email: 'ada@example.org', password: 'the gulls of November', name: 'Ada' }
  return (await call<{ token: string }>(running, 'POST', '/v1/auth/sign-up', null, person)).token
}

async function start(dataDir: string, port: number): Promise<Running> {
  const child = spawn(process.execPath, [entry, 'start'], {
    cwd: room,
    env: {
      PATH,
      HOME,
      DATA_DIR: dataDir,
      PORT: String(port),
      SIGN_UP: 'open',
      DEFAULT_PLAN: 'max',
      RATE_LIMIT_PER_MINUTE: '0',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
    })
  }
  return { child, startedAt: performance.now(), url: `http://127.0.0.1:${port}`, output: () => output }
}

async function ready(running: Running, afterKill = false): Promise<void> {
  const serves = async (): Promise<boolean> => {
    if (running.child.exitCode !== null) throw new Error(`The start failed:\n${running.output()}`)
    return (await fetch(`${running.url}/readyz`).catch(() => null))?.ok ?? false
  }
  await until(serves).catch(async (error) => {
    tally.faults.push(String(error))
    report()
    await killTree(running)
    await rm(room, { recursive: true, force: true })
    process.exit(1)
  })
  if (afterKill) tally.startMs.push(Math.round(performance.now() - running.startedAt))
}

/** A parent before its children, so that none can mourn and act on it. */
async function killTree({ child }: Running): Promise<void> {
  const family = tree(child.pid ?? 0)
  for (const { pid } of family) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It went with its parent.
    }
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

async function endCleanly({ child, output }: Running): Promise<void> {
  const family = tree(child.pid ?? 0)
  child.kill('SIGTERM')
  if (child.exitCode === null) await once(child, 'exit')
  if (child.exitCode !== 0) tally.faults.push(`SIGTERM ended with ${child.exitCode}: ${output().slice(-500)}`)
  for (const { pid } of family) if (await exists(`/proc/${pid}`)) tally.faults.push(`process ${pid} outlived SIGTERM`)
}

const exists = async (path: string): Promise<boolean> => (await stat(path).catch(() => null)) !== null

async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + readyMs
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`not within ${readyMs / 1_000} s`)
    if (performance.now() - startedAt > limitMs) throw new Error(`the whole took longer than ${limitMs / 1_000} s`)
    await sleep(5)
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return address && typeof address === 'object' ? address.port : 0
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
