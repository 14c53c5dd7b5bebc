import { execFileSync } from 'node:child_process'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { createBacklog } from '../posts/backlog.ts'
import { connectAccounts, signUp } from '../posts/people.ts'
import { setLatency, timesSeen } from '../posts/sandbox.ts'
import { openStage } from '../posts/stage.ts'
import { cpuMs, median, type Started, spentSince, tree } from '../tools/processes.ts'
import { type Sessions, watchSessions } from './sessions.ts'

/**
 * Measures posts per second with 1, 2 and 4 workers on one database, in turns, so that other work on the machine affects all of them equally. All four run and are warm: their code is compiled and their statements are planned. Workers that do not take part are idle and hold no locks. Networks respond after 20 to 80 ms, and more posts are always due than can be published. Throughput is limited by the machine's processors; the processor time per post shows the cost of more workers, whatever else runs. `--pinned` gives PostgreSQL the first core of the machine, and the second to the rest of this bench.
 *
 *     node bench/cost/workers.ts [--rounds 2] [--seconds 12] [--pinned]
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '12' },
    pinned: { type: 'boolean', default: false },
  },
})
const numbers = [1, 2, 4]
const accountCount = 200
const [warmUpMs, turnMs] = [25_000, 2_000]
const networks = ['bluesky', 'mastodon'] as const

interface Phase {
  readonly workers: number
  readonly perSecond: number
  /** Milliseconds of processor time for each post. */
  readonly ours: number
  readonly postgres: number
  /** Cores that the workers and PostgreSQL used. */
  readonly oursCores: number
  readonly postgresCores: number
  readonly sessions: Sessions
}

await using stage = await openStage({ max_connections: '300' })
const api = await stage.run('api')
const publisher = await signUp(api)
const accounts = await connectAccounts(publisher, stage.sandbox, { profiles: accountCount / 20, ofEach: 10, networks })
await setLatency(stage.sandbox, 20, 80)
const posts = createBacklog(stage.db, publisher.ownerUid, accounts, 3 * accountCount)
const workers: Started[] = []
for (let no = 0; no < Math.max(...numbers); no++) workers.push(await stage.run('worker'))
if (values.pinned) pin()
await posts.keep(warmUpMs)
await posts.drain()
const phases: Phase[] = []
for (let round = 0; round < Number(values.rounds); round++)
  // Every other round goes backwards, so that a load that grows meets the first as well as the last.
  for (const count of round % 2 === 0 ? numbers : numbers.toReversed()) phases.push(await measure(count))
const twice = [...(await timesSeen(stage.sandbox, networks)).values()].filter((times) => times > 1).length
for (const { child } of workers) child.kill('SIGCONT')
report(twice)

async function measure(count: number): Promise<Phase> {
  for (const [no, { child }] of workers.entries()) child.kill(no < count ? 'SIGCONT' : 'SIGSTOP')
  const from = await posts.keep(turnMs)
  const stopWatching = watchSessions(stage.db)
  const before = { ours: spentBy(workers), postgres: spentByPostgres(), at: performance.now() }
  const done = (await posts.keep(Number(values.seconds) * 1_000)) - from
  const ms = performance.now() - before.at
  const sessions = await stopWatching()
  const [ours, postgres] = [spentBy(workers) - before.ours, spentSince(before.postgres, spentByPostgres())]
  // Remaining posts could be a minute late in the next turn, and would then be published a minute apart.
  await posts.drain()
  console.log(`${count} workers: ${(done / (ms / 1_000)).toFixed(0)} posts a second`)
  return {
    workers: count,
    perSecond: done / (ms / 1_000),
    ours: ours / done,
    postgres: postgres / done,
    oursCores: ours / ms,
    postgresCores: postgres / ms,
    sessions,
  }
}

function report(seenTwice: number): void {
  console.log(
    '| workers | posts a second | against one | workers, PostgreSQL: each post | cores | sessions, active (p95) |',
  )
  console.log('|---|---|---|---|---|---|')
  for (const workers of numbers) {
    const some = phases.filter((phase) => phase.workers === workers)
    const of = (what: (phase: Phase) => number): number => median(some.map(what))
    const rates = some.map(({ perSecond }) => perSecond.toFixed(0))
    const one = median(phases.filter((phase) => phase.workers === 1).map(({ perSecond }) => perSecond))
    const rate = of(({ perSecond }) => perSecond)
    const cells = [
      `${rate.toFixed(0)} (${rates.join(', ')})`,
      (rate / one).toFixed(2),
      `${of(({ ours }) => ours).toFixed(2)}, ${of(({ postgres }) => postgres).toFixed(2)} ms`,
      `${of(({ oursCores }) => oursCores).toFixed(2)}, ${of(({ postgresCores }) => postgresCores).toFixed(2)}`,
      `${of(({ sessions }) => sessions.open)}, ${of(({ sessions }) => sessions.active)}`,
    ]
    console.log(`| ${workers} | ${cells.join(' | ')} |`)
  }
  for (const { workers, sessions } of phases)
    console.log(
      `${workers} workers, active sessions: ${sessions.waits.map(([wait, share]) => `${(share * 100).toFixed(0)} % ${wait}`).join(', ')}`,
    )
  console.log(`seen twice at the networks: ${seenTwice} (wanted: 0)`)
  if (seenTwice > 0) process.exitCode = 1
}

function spentBy(some: readonly Started[]): number {
  const pids = some.flatMap(({ child }) => tree(child.pid ?? 0))
  return pids.reduce((sum, { pid }) => sum + cpuMs(pid), 0)
}

function listPostgres(): readonly number[] {
  return tree(process.pid)
    .filter(({ command }) => command.startsWith('postgres'))
    .map(({ pid }) => pid)
}

function spentByPostgres(): ReadonlyMap<number, number> {
  return new Map(listPostgres().map((pid) => [pid, cpuMs(pid)]))
}

function pin(): void {
  const ours = new Set(listPostgres())
  for (const { pid } of tree(process.pid))
    execFileSync('taskset', ['-a', '-c', '-p', ours.has(pid) ? '0' : '1', `${pid}`], { stdio: 'ignore' })
}
