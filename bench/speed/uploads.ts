import { spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load } from '../tools/load.ts'
import { median, pssMb, root, type Started, startServer, tree } from '../tools/processes.ts'
import { put, upload } from './uploads/send.ts'

/**
 * Measures the cost of uploads: memory and speed of one of 500 MB, against a bare server that streams to a file, and
 * the effect of twenty at once on other requests.
 */
const bytes = 500 * 1024 * 1024 - 4096
const rounds = 5
const crowd = 20
const secondsEach = 8

if (process.argv[2] === 'crowd') await crowdOfUploads(process.argv[3] ?? '', process.argv[4] ?? '')
else await main()

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-uploads-'))
  await chmod(folder, 0o755)
  try {
    await using ours = await startServer(['bin/posthorn.mjs', 'start'], {
      DATA_DIR: join(folder, 'data'),
      PORT: '0',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_PER_MINUTE: '0',
      SANDBOX: 'off',
    })
    await using floor = await startServer(['bench/speed/uploads/disk-floor-server.ts', folder], {})
    const token = await signUp(ours.url)
    await oneLarge(ours, floor, token)
    await manyAtOnce(ours, token)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })
  }
}

async function oneLarge(ours: Started, floor: Started, token: string): Promise<void> {
  // Decoders load with the first file and stay for a while; their memory is not growth by size.
  await uploadWhole(ours.url, token, 1_000_000, 1)
  const before = memory(ours)
  const ratios = { synced: [] as number[], unsynced: [] as number[] }
  const growth = { service: 0, all: 0 }
  for (let round = 0; round < rounds; round += 1) {
    const watch = setInterval(() => {
      const now = memory(ours)
      growth.service = Math.max(growth.service, now.service - before.service)
      growth.all = Math.max(growth.all, now.all - before.all)
    }, 100)
    const mine = await uploadWhole(ours.url, token, bytes, 100 + round)
    clearInterval(watch)
    const synced = (await put(floor.url, bytes, 100 + round)).seconds
    const unsynced = (await put(`${floor.url}/unsynced`, bytes, 100 + round)).seconds
    ratios.synced.push(synced / mine)
    ratios.unsynced.push(unsynced / mine)
    const speed = (seconds: number) => `${(bytes / 1_048_576 / seconds).toFixed(0)} MB/s`
    console.log(
      `round ${round + 1}   ours ${speed(mine)}   bare stream to disk ${speed(synced)}, to the system's memory ${speed(unsynced)}`,
    )
  }
  const describe = (all: readonly number[]) =>
    `${median(all).toFixed(2)} (${Math.min(...all).toFixed(2)} to ${Math.max(...all).toFixed(2)})`
  console.log(
    `speed   ${describe(ratios.synced)} of a bare stream to disk, ${describe(ratios.unsynced)} of one that does not wait for the disk`,
  )
  console.log(
    `memory  the service grew by ${growth.service.toFixed(0)} MB, with its helpers by ${growth.all.toFixed(0)} MB`,
  )
}

async function manyAtOnce(ours: Started, token: string): Promise<void> {
  const { id } = (await call(ours.url, '/v1/profiles', { name: 'Harbour' }, token)) as { id: string }
  const read = () => ({
    method: 'GET' as const,
    path: `/v1/profiles/${id}`,
    headers: { authorization: `Bearer ${token}` },
  })
  await load(ours.url, 4, 2_000, read)
  const alone = await load(ours.url, 4, secondsEach * 1_000, read)
  const others = spawn(process.execPath, [join(root, 'bench/speed/uploads.ts'), 'crowd', ours.url, token], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const printed: string[] = []
  others.stdout.on('data', (data) => printed.push(String(data)))
  const ended = new Promise<void>((resolve) => others.once('exit', () => resolve()))
  const beside = await load(ours.url, 4, secondsEach * 1_000, read)
  await ended
  console.log(
    `API p99 ${alone.p99Ms.toFixed(1)} ms alone, ${beside.p99Ms.toFixed(1)} ms with ${crowd} uploads: ${(beside.p99Ms / alone.p99Ms).toFixed(1)} times`,
  )
  console.log(printed.join('').trim())
}

/** Sends uploads from its own process, so that sending does not delay the measurement. */
async function crowdOfUploads(url: string, token: string): Promise<void> {
  const until = performance.now() + secondsEach * 1_000
  let done = 0
  const one = async (who: number): Promise<void> => {
    for (let n = 0; performance.now() < until; n += 1) {
      await uploadWhole(url, token, 8_000_000, 1_000_000 + who * 10_000 + n)
      done += 1
    }
  }
  await Promise.all(Array.from({ length: crowd }, (_, who) => one(who)))
  console.log(`        ${done} uploads of 8 MB in that time`)
}

async function uploadWhole(url: string, token: string, size: number, mark: number): Promise<number> {
  const { status, text, seconds } = await upload(url, token, size, mark)
  if (status !== 200) throw new Error(`the upload answered ${status}: ${text}`)
  return seconds
}

/**
 * Returns the memory in MB of the process that receives uploads, and with the processes that decode files. PostgreSQL
 * is excluded.
 */
function memory({ child }: Started): { service: number; all: number } {
  const nodes = tree(child.pid ?? 0).filter(({ command }) => /node/.test(command) && !/postgres/.test(command))
  const [service = 0, ...helpers] = nodes.map(({ pid }) => pssMb(pid)).sort((a, b) => b - a)
  return { service, all: service + helpers.reduce((sum, each) => sum + each, 0) }
}

async function signUp(url: string): Promise<string> {
  const person = { email: 'ada@example.com', password: 'correct horse battery', name: 'Ada' }
  return ((await call(url, '/v1/auth/sign-up', person)) as { token: string }).token
}

async function call(url: string, path: string, body: object, token?: string): Promise<unknown> {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return await answer.json()
}
