import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { disposeOnSignal } from '../tools/dispose-on-signal.ts'
import { openCluster } from './failover/cluster.ts'
import { openInstallation } from './failover/installation.ts'
import { partition } from './failover/overlap.ts'
import { findPrograms } from './failover/packages.ts'
import { openPooler } from './failover/pooler.ts'
import { openRoom } from './failover/room.ts'
import type { Scenario } from './failover/scenario.ts'
import { openSingle } from './failover/single.ts'
import { againWithinMs, endure, type Outcome } from './failover/trial.ts'

/**
 * Makes the database unavailable while posts are written and published and webhooks are sent: a primary with a synchronous
 * standby under pg_auto_failover, behind pgbouncer in transaction mode, is killed, frozen, switched over, and disconnected from its standby and its monitor while clients still reach it; a single server is temporarily read-only, and has a full disk. Then the networks' ledger is compared with the database and with the responses to clients. The servers are from Debian's packages.
 *
 *     node bench/crashes/failover.ts [--only kill,freeze,switchover,partition,read-only,full] [--asynchronous]
 *
 * `--asynchronous` is the control: commits do not wait for the standby, so the partition has to lose rows.
 */
const { values } = parseArgs({
  options: { only: { type: 'string' }, asynchronous: { type: 'boolean', default: false } },
})
const names: readonly string[] = ['kill', 'freeze', 'switchover', 'partition', 'read-only', 'full']
const wanted = values.only?.split(',') ?? names
const onCluster = names.slice(0, 4).some((name) => wanted.includes(name))
const programs = findPrograms(onCluster ? ['pg_autoctl', 'pgbouncer'] : [])
const startedAt = performance.now()
const say = (text: string): void =>
  console.log(`${((performance.now() - startedAt) / 1_000).toFixed(0).padStart(5)} s  ${text}`)
let harm = 0

if (onCluster) await inRoom(breakCluster)
if (wanted.includes('read-only') || wanted.includes('full')) await inRoom(breakSingle)
say(harm === 0 ? 'no harm was done' : `harm: ${harm}`)
if (harm > 0) process.exitCode = 1

async function inRoom(work: (path: string, all: AsyncDisposableStack) => Promise<void>): Promise<void> {
  await using all = new AsyncDisposableStack()
  disposeOnSignal(all)
  const path = await mkdtemp(join(tmpdir(), 'posthorn-failover-'))
  all.defer(() => rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  await chmod(path, 0o755)
  await work(path, all)
}

async function breakCluster(path: string, all: AsyncDisposableStack): Promise<void> {
  const room = await openRoom(path, programs)
  const cluster = all.use(await openCluster(room, { isSynchronous: !values.asynchronous }))
  await cluster.untilReplicated()
  const pooler = all.use(await openPooler(room, cluster.monitor))
  say('both servers are in step, behind pgbouncer')
  const installation = all.use(await openInstallation(path, pooler))
  const primary = () => cluster.untilReplicated()
  const scenarios: readonly Scenario[] = [
    {
      name: 'kill',
      lastsMs: null,
      async bring() {
        const node = await primary()
        await node.kill()
        return () => node.start()
      },
    },
    {
      name: 'freeze',
      lastsMs: null,
      async bring() {
        const node = await primary()
        node.freeze()
        // It wakes as a primary that has been replaced, with requests in hand.
        return () => node.thaw()
      },
    },
    {
      name: 'switchover',
      lastsMs: null,
      async bring() {
        await primary()
        await cluster.switchOver()
        return () => {}
      },
    },
    partition(primary, pooler.directUrl),
  ]
  for (const scenario of scenarios.filter(({ name }) => wanted.includes(name))) {
    await cluster.untilReplicated()
    say(`${scenario.name} begins`)
    report(await endure(installation, pooler.directUrl, scenario))
  }
}

async function breakSingle(path: string, all: AsyncDisposableStack): Promise<void> {
  const room = await openRoom(path, programs)
  const { url, disk, setReadOnly } = all.use(await openSingle(room))
  const installation = all.use(await openInstallation(path, { url, directUrl: url }))
  const scenarios: Scenario[] = [
    {
      name: 'read-only',
      lastsMs: 20_000,
      async bring() {
        await setReadOnly('on')
        return () => setReadOnly('off')
      },
    },
  ]
  if (disk)
    scenarios.push({
      name: 'full',
      lastsMs: 30_000,
      async bring() {
        await disk.fill()
        return () => disk.free()
      },
    })
  else if (wanted.includes('full')) say('full is left out: it needs the right to mount a small disk')
  for (const scenario of scenarios.filter(({ name }) => wanted.includes(name))) {
    say(`${scenario.name} begins`)
    report(await endure(installation, url, scenario))
  }
}

function report(outcome: Outcome): void {
  const { name, reported, verdict, webhooks } = outcome
  const line = (what: string, value: unknown): void => console.log(`  ${what.padEnd(46)} ${value}`)
  const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`
  say(`${name}:`)
  line(
    'posts acknowledged; outcomes',
    `${reported.subjects.length}; ${[...verdict.outcomes].map((one) => one.join(' '))}`,
  )
  line('requests, without a response', `${reported.requests}, ${reported.unanswered}`)
  for (const [words, count] of reported.away) line(`${count} ×`, words)
  line('longest time without a write', seconds(outcome.awayMs))
  line('then the first post out', seconds(outcome.firstOutMs))
  line(
    `then the last of ${outcome.overdue} overdue ones out`,
    `${seconds(outcome.lastOverdueMs)} (wanted: ${seconds(againWithinMs)})`,
  )
  line('webhooks received, distinct', `${webhooks.received}, ${webhooks.distinct}`)
  line('acknowledged rows lost', outcome.rowsLost)
  if (outcome.overlap) {
    const { livedOn, sessions, acknowledged, lost } = outcome.overlap
    line('the old primary stayed up next to the new one', `${livedOn ? 'yes' : 'no'}, with ${sessions} of our sessions`)
    line('rows sent there after the cut and acknowledged, rows lost', `${acknowledged}, ${lost} (wanted: 0, 0)`)
  }
  line('answers that a client cannot work with', reported.unfit.length)
  line('harm of any kind', `${outcome.harm} (wanted: 0)`)
  for (const example of [...verdict.examples, ...outcome.late.slice(0, 5), ...reported.unfit.slice(0, 5)])
    console.log(`    ${example}`)
  harm += outcome.harm
}
