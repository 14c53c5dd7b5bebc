import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#infra/db/embedded/index.ts'
import { fromWire } from '#kernel/ids.ts'
import { type Load, load, type Request } from '../tools/load.ts'
import { cpuSeconds, median, type Started, startServer } from '../tools/processes.ts'

/**
 * Compares reading and creating a profile with the floor, in turn: the same machine, database and connections. The
 * ratio of requests per second shows what a client gets; the ratio of processor time shows what the server pays.
 */
const rounds = 5
const secondsEach = 3
const connections = 16

interface Side {
  readonly name: string
  readonly server: Started
  read(): Request
  create(): Request
}

const folder = await mkdtemp(join(tmpdir(), 'posthorn-bench-'))
const embedded = await startEmbedded({ dataDir: folder, say: () => {} })
try {
  await measure()
} finally {
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
}

async function measure(): Promise<void> {
  const { host, user, database } = embedded.connection
  const DATABASE_URL = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`
  await using ours = await startServer(['bin/posthorn.mjs', 'api'], {
    DATABASE_URL,
    SECRET_KEY: '22'.repeat(32),
    PORT: '0',
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
    RATE_LIMIT_PER_MINUTE: '1000000',
  })
  const person = await post(ours.url, '/v1/auth/sign-up', {
    email: 'ada@example.com',
    password: 'correct horse battery',
    name: 'Ada',
  })
  const token = person.token as string
  const ownerUid = fromWire('usr', (person.user as { uid: string }).uid) ?? ''
  const { key } = await post(
    ours.url,
    '/v1/api-keys',
    { name: 'bench', scopes: ['profiles:read', 'profiles:write'] },
    token,
  )
  const ids: string[] = []
  for (let n = 0; n < 200; n++)
    ids.push((await post(ours.url, '/v1/profiles', { name: `Profile ${n}` }, key as string)).id as string)
  await using floor = await startServer(['bench/speed/floor-server.ts'], { DATABASE_URL, OWNER_UID: ownerUid })

  let turn = 0
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const wireId = () => ids[turn++ % ids.length] ?? ''
  const sides: Side[] = [
    {
      name: 'ours',
      server: ours,
      read: () => ({ method: 'GET', path: `/v1/profiles/${wireId()}`, headers }),
      create: () => ({ method: 'POST', path: '/v1/profiles', headers, body: `{"name":"New ${turn++}"}` }),
    },
    {
      name: 'floor',
      server: floor,
      read: () => ({ method: 'GET', path: `/profiles/${fromWire('prof', wireId())}`, headers }),
      create: () => ({ method: 'POST', path: '/profiles', headers, body: `{"name":"New ${turn++}"}` }),
    },
  ]
  for (const what of ['read', 'create'] as const) report(what, await compare(sides, what))
}

interface Round extends Load {
  readonly cpuMsPerRequest: number
}

async function compare(sides: readonly Side[], what: 'read' | 'create'): Promise<Map<string, Round[]>> {
  const results = new Map<string, Round[]>(sides.map(({ name }) => [name, []]))
  for (const side of sides) await load(side.server.url, connections, 1_000, side[what])
  for (let round = 0; round < rounds; round++) {
    for (const side of sides) {
      const pid = side.server.child.pid ?? 0
      const before = cpuSeconds(pid)
      const result = await load(side.server.url, connections, secondsEach * 1_000, side[what])
      const cpuMs = (cpuSeconds(pid) - before) * 1_000
      results.get(side.name)?.push({ ...result, cpuMsPerRequest: cpuMs / (result.requestsPerSecond * secondsEach) })
    }
  }
  return results
}

function report(what: string, results: ReadonlyMap<string, readonly Round[]>): void {
  for (const [name, all] of results) {
    const rate = median(all.map((one) => one.requestsPerSecond))
    console.log(
      `${what.padEnd(7)} ${name.padEnd(6)} ${rate.toFixed(0).padStart(6)} requests/s   p99 ${median(all.map((one) => one.p99Ms)).toFixed(1)} ms   ${median(all.map((one) => one.cpuMsPerRequest)).toFixed(3)} ms of processor each`,
    )
  }
  const pairs = (results.get('ours') ?? []).map(
    (mine, round) => mine.requestsPerSecond / (results.get('floor')?.[round]?.requestsPerSecond ?? Number.NaN),
  )
  const costs = (results.get('ours') ?? []).map(
    (mine, round) => (results.get('floor')?.[round]?.cpuMsPerRequest ?? Number.NaN) / mine.cpuMsPerRequest,
  )
  console.log(
    `${what.padEnd(7)} ratio  ${median(pairs).toFixed(2)} of the floor's requests/s (${Math.min(...pairs).toFixed(2)} to ${Math.max(...pairs).toFixed(2)}), ${median(costs).toFixed(2)} by processor time\n`,
  )
}

async function post(url: string, path: string, body: object, token?: string): Promise<Record<string, unknown>> {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Record<string, unknown>
}
