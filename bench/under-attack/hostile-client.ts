import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { signUp } from '../posts/people.ts'
import { openStage } from '../posts/stage.ts'
import { quantile } from '../tools/figures.ts'
import { readOptions } from '../tools/options.ts'
import { makeAims, readRoutes } from './hostile-client/aims.ts'
import { carryOut, type Noted } from './hostile-client/attack.ts'
import { type Aim, type Attack, attacksOn, headOf, padded } from './hostile-client/attacks.ts'
import { startCaddy } from './hostile-client/caddy.ts'
import { openLine } from './hostile-client/line.ts'

/**
 * A client that disconnects early and declares wrong lengths, for every registered route: before, during and after the
 * header, in the body and in the response, by FIN and by RST, after 0 to 20 ms; with too many bytes declared, too few,
 * none, and chunks that never end. After each attack the next request must be answered within a second.
 *
 *     npm run bench -- hostile-client [--quick] [--only incoming,import] [--together 8]
 */
const { quick, only, together } = readOptions({ quick: false, only: [], together: 8 })
/**
 * The time limit of each pass, so that the whole run ends within ten minutes. Routes that were not reached are
 * reported.
 */
const directMs = 5.5 * 60_000
const proxiedMs = 2.5 * 60_000
/** Node keeps a connection for the next request for 5 s. */
const ownWaitMs = 10_000
/** The service times out an incomplete request after 30 s, and checks every 5 s. */
const ownLimitMs = 40_000
/**
 * Caddy keeps a stream whose client has left until a write to the client fails: the first heartbeat is answered by a
 * reset, the second fails to flush, and the third fails to write. Heartbeats come every 15 s.
 */
const proxiedStreamMs = 75_000

await using stage = await openStage()
const server = await stage.run('start')
const pid = server.child.pid ?? 0
const born = await birthOf(pid)
const publisher = await signUp(server)
const token = publisher.headers.authorization?.slice('Bearer '.length) ?? ''
const routes = await readRoutes(stage)
const aims = (await makeAims(stage, publisher, routes)).filter(
  ({ name }) => only.length === 0 || only.some((one) => name.includes(one)),
)
const connectionsBefore = await connectionsTo(server.url)
console.log(`${aims.length} routes, process ${pid}`)
let isWorse = false

const boundMs = Math.max(1_000, 2 * (await calmDown()))
const direct = { url: new URL(server.url), token, isDirect: true, boundMs }
await walk('directly', direct, attacksOn(quick), directMs)
await outlast()
await using caddy = await startCaddy(server.url)
if (caddy) {
  const victim = watch(caddy.url)
  const asClient = { url: caddy.url, token, isDirect: false, boundMs }
  await walk('through Caddy', asClient, attacksOn(true), proxiedMs, async () => {
    const { requestCount, slow } = await victim.end()
    console.log(
      `  another client's requests through Caddy: ${requestCount}, not answered with 200 in time: ${slow.length}`,
    )
    for (const one of slow.slice(0, 10)) console.log(`    ${one}`)
    if (slow.length > 0) isWorse = true
    return proxiedStreamMs
  })
} else console.log('through Caddy: skipped, since caddy is not installed (apt-get install caddy)')
console.log(isWorse ? 'VIOLATIONS: see the lines above.' : 'no harm')
if (isWorse) process.exitCode = 1
// A connection that neither side has closed would keep this process alive.
setTimeout(() => process.exit(), 60_000).unref()

async function walk(
  name: string,
  target: Parameters<typeof carryOut>[0],
  attacks: readonly Attack[],
  withinMs: number,
  /** Stops the other clients, and returns how long connections of a proxy may stay open. */
  atEnd: () => Promise<number> = async () => ownWaitMs,
): Promise<void> {
  const noted: Noted = { nextMs: [], faults: [], attacks: 0, kept: 0, announced: 0 }
  // One attack at a time over all routes, so that no route is attacked twice at once.
  const work = attacks.flatMap((attack) => aims.map((aim) => ({ aim, attack }))).values()
  const begun = performance.now()
  let isCut = false
  const go = async (): Promise<void> => {
    for (const { aim, attack } of work) {
      if (performance.now() > begun + withinMs) {
        isCut = true
        return
      }
      await carryOut(target, aim, attack, noted)
    }
  }
  await Promise.all(Array.from({ length: together }, go))
  const seconds = ((performance.now() - begun) / 1_000).toFixed(0)
  const lost = await afterwards(await atEnd())
  const { nextMs, faults, kept, announced } = noted
  const slow = nextMs.filter((ms) => ms > boundMs).length
  console.log(`${name}: ${noted.attacks} of ${aims.length * attacks.length} attacks in ${seconds} s`)
  console.log(
    `  the next request: p50 ${quantile(nextMs, 0.5).toFixed(1)} ms, p99 ${quantile(nextMs, 0.99).toFixed(0)} ms, longest ${Math.max(...nextMs).toFixed(0)} ms, over ${boundMs.toFixed(0)} ms: ${slow}`,
  )
  console.log(`  connections used again ${kept}, ended as announced ${announced}`)
  for (const one of lost) console.log(`  ${one}`)
  console.log(`  faults: ${faults.length}`)
  for (const one of faults.slice(0, 40)) console.log(`    ${one}`)
  if (isCut || faults.length > 0 || lost.length > 0) isWorse = true
}

/**
 * Sends requests without any attack, and returns the longest response time. A process that has just started is slower,
 * and so is a busy machine, which raises the bound and therefore proves less.
 */
async function calmDown(): Promise<number> {
  const takenMs: number[] = []
  for (let nth = 0; nth < 300; nth++) {
    const begun = performance.now()
    await (await fetch(new URL('/healthz', server.url))).arrayBuffer()
    takenMs.push(performance.now() - begun)
  }
  const later = takenMs.slice(100)
  console.log(
    `without attacks: p50 ${quantile(later, 0.5).toFixed(1)} ms, p99 ${quantile(later, 0.99).toFixed(0)} ms, longest ${Math.max(...later).toFixed(0)} ms`,
  )
  return Math.max(...later)
}

/** Returns what the attacks have left behind: a restarted process, temporary files, connections. */
async function afterwards(waitMs = ownWaitMs): Promise<string[]> {
  const lost: string[] = []
  if (server.child.exitCode !== null || (await birthOf(pid)) !== born) lost.push('THE PROCESS WAS RESTARTED')
  let left: string[] = []
  let open = 0
  for (let waited = 0; waited < waitMs; waited += 250) {
    left = await scratchFiles()
    open = (await connectionsTo(server.url)) - connectionsBefore
    if (left.length === 0 && open <= 0) break
    await sleep(250)
  }
  if (left.length > 0) lost.push(`temporary files: ${left.length}, such as ${left[0]}`)
  if (open > 0) lost.push(`unused open connections: ${open}`)
  return lost
}

/** Sends requests that are never completed, one of each kind for every route, until the service itself ends them. */
async function outlast(): Promise<void> {
  const faults: string[] = []
  const wait = async (aim: Aim, kind: string, bytes: string): Promise<void> => {
    const line = await openLine(new URL(server.url))
    line.write(bytes)
    const answer = await line.answer(aim.method, ownLimitMs)
    const fault = (what: string) => faults.push(`${aim.name}, ${kind}: ${what}`)
    const isStream = typeof answer !== 'string' && /event-stream/.test(answer.headers.get('content-type') ?? '')
    if (typeof answer === 'string') fault(`no answer (${answer})`)
    else if (!isStream && !(await line.ends(ownLimitMs)))
      fault(`open ${ownLimitMs / 1_000} s after it was answered ${answer.status}`)
    line.breakOff('rst')
  }
  const begun = performance.now()
  await Promise.all(
    aims.flatMap((aim) => [
      wait(aim, 'half a head', headOf(aim, token, '').slice(0, 60)),
      wait(aim, 'half a body', `${headOf(aim, token, 'content-length: 5000')}${padded(aim, 1_000)}`),
      wait(
        aim,
        'chunks that never end',
        `${headOf(aim, token, 'transfer-encoding: chunked')}3e8\r\n${padded(aim, 1_000)}\r\n`,
      ),
    ]),
  )
  const lost = await afterwards()
  console.log(
    `ended by the service's own limits: ${aims.length * 3} requests, all over after ${((performance.now() - begun) / 1_000).toFixed(0)} s`,
  )
  for (const one of lost) console.log(`  ${one}`)
  console.log(`  faults: ${faults.length}`)
  for (const one of faults.slice(0, 20)) console.log(`    ${one}`)
  if (faults.length > 0 || lost.length > 0) isWorse = true
}

/** Constantly sends requests like another client, over connections that the proxy shares. */
function watch(url: URL): { end(): Promise<{ readonly requestCount: number; readonly slow: readonly string[] }> } {
  const slow: string[] = []
  let requestCount = 0
  let isOver = false
  const ask = async (): Promise<void> => {
    while (!isOver) {
      requestCount += 1
      const begun = performance.now()
      const answer = await fetch(new URL('/v1/profiles', url), {
        headers: publisher.headers,
        signal: AbortSignal.timeout(40_000),
      }).catch((error: Error) => error)
      const tookMs = performance.now() - begun
      const outcome = answer instanceof Error ? answer.message : String(answer.status)
      if (!(answer instanceof Error)) await answer.arrayBuffer().catch(() => null)
      if (outcome !== '200' || tookMs > boundMs) slow.push(`${outcome} after ${tookMs.toFixed(0)} ms`)
      await sleep(20)
    }
  }
  const all = Promise.all([ask(), ask()])
  return {
    async end() {
      isOver = true
      await all
      return { requestCount, slow }
    },
  }
}

/** Returns the start time of a process, in ticks since boot. */
async function birthOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return stat.split(') ')[1]?.split(' ')[19] ?? 'gone'
}

function scratchFiles(): Promise<string[]> {
  return readdir(join(stage.env.DATA_DIR ?? '', 'media', 'scratch')).catch(() => [])
}

/** Counts the open connections on the service's side. */
async function connectionsTo(url: string): Promise<number> {
  const port = Number(new URL(url).port).toString(16).toUpperCase().padStart(4, '0')
  const lines = (await readFile('/proc/net/tcp', 'utf8')).split('\n').map((line) => line.trim().split(/\s+/))
  // 01: established, 08: closed by the other side.
  return lines.filter(([, local, , state]) => local?.endsWith(`:${port}`) && /^0[18]$/.test(state ?? '')).length
}
