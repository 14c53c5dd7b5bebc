import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { connectAccounts, signUp } from '../posts/people.ts'
import { timesSeen } from '../posts/sandbox.ts'
import { outcome } from '../posts/scheduled.ts'
import { openStage, type Stage } from '../posts/stage.ts'
import { quantile } from '../tools/figures.ts'
import { openFolder } from '../tools/folder.ts'
import { readOptions } from '../tools/options.ts'
import type { Started } from '../tools/processes.ts'
import { beginTraffic, type Traffic } from './upgrade/traffic.ts'
import { releaseBefore, takeVersion } from './upgrade/versions.ts'

/**
 * Upgrades without downtime: the previous release and the next one on one database, under load. The next one is the
 * committed state, with migrations of a future release that widen every table used for publishing. At the same time, a
 * long transaction locks a table, an old worker is killed, and each old process restarts on the newer database.
 *
 *     node bench/upgrades/upgrade.ts [--from v0.1.0] [--seconds 8]
 */
const { from, seconds } = readOptions({ from: null, seconds: 8 })
const phaseMs = seconds * 1_000
const networks = ['bluesky', 'mastodon'] as const

await using folder = await openFolder('posthorn-upgrade-')
const room = folder.path
{
  await using stage = await openStage()
  const before = await takeVersion(room, from ?? releaseBefore(), { number: '0.98.0' })
  const toCome = join(import.meta.dirname, 'upgrade/to-come')
  const next = await takeVersion(room, 'HEAD', { number: '0.99.0', toCome })
  console.log(`from ${before.name} to ${next.name}`)

  await using running = new AsyncDisposableStack()
  const start = async (version: typeof before, command: 'api' | 'worker'): Promise<Started> =>
    running.use(await version.start(command, stage.env))
  let [one, other] = [await start(before, 'api'), await start(before, 'api')]
  let worker = await start(before, 'worker')
  const publisher = await signUp(one)
  const accounts = await connectAccounts(publisher, stage.sandbox, { profiles: 12, ofEach: 1, networks })
  const traffic = beginTraffic(publisher, accounts)
  const phase = async (name: string, urls: readonly Started[]): Promise<void> => {
    const sent = traffic.requests.tookMs.length
    traffic.balance(urls.map(({ url }) => url))
    await sleep(phaseMs)
    const took = traffic.requests.tookMs.slice(sent)
    console.log(
      `${name.padEnd(44)} ${took.length} requests, p50 ${quantile(took, 0.5).toFixed(0)} ms, p99 ${quantile(took, 0.99).toFixed(0)} ms, longest ${Math.max(0, ...took).toFixed(0)} ms`,
    )
  }

  await phase('the release before', [one, other])
  await Promise.all([phase('migrated during a long transaction', [one, other]), migrateUnderLoad(stage)])
  worker.child.kill('SIGKILL')
  worker = await start(before, 'worker')
  await phase('an old worker was killed and restarted', [one, other])
  for (const no of [0, 1]) {
    const [leaving, staying] = no === 0 ? [one, other] : [other, one]
    traffic.balance([staying.url])
    await leaving[Symbol.asyncDispose]()
    if (no === 0) one = await start(before, 'api')
    else other = await start(before, 'api')
  }
  await phase('the old API processes restarted', [one, other])
  const [newApi, newWorker] = [await start(next, 'api'), await start(next, 'worker')]
  await phase('both versions side by side', [one, other, newApi])
  traffic.balance([newApi.url])
  await Promise.all([one, other, worker].map((old) => old[Symbol.asyncDispose]()))
  await phase('the new version alone', [newApi])
  await traffic.stop()
  process.exitCode = (await report(stage, traffic)) ? 0 : 1
  await newWorker[Symbol.asyncDispose]()

  async function migrateUnderLoad({ db, env }: Stage): Promise<void> {
    console.log((await next.run(['migrate', '--plan'], env)).trim().replace(/^/gm, '  | '))
    const held = db.transaction().execute(async (tx) => {
      await sql`lock table post in access share mode`.execute(tx)
      await sleep(3_000)
    })
    await sleep(200)
    const begun = performance.now()
    await next.run(['migrate'], env)
    console.log(
      `  migrated in ${((performance.now() - begun) / 1_000).toFixed(1)} s, 3 s of them waiting for the transaction`,
    )
    await held
  }
}

/** Compares the acknowledged posts with Posthorn's rows and with the networks. Returns true if they all match. */
async function report({ db, sandbox }: Stage, { written, requests }: Traffic): Promise<boolean> {
  const deadline = performance.now() + 120_000
  while ((await outcome(db)).open > 0 && performance.now() < deadline) await sleep(500)
  const { published, open, other } = await outcome(db)
  const seen = await timesSeen(sandbox, networks)
  const lost = written.filter((text) => !seen.has(text)).length
  const doubled = [...seen].filter(([, times]) => times > 1).length
  const { rows } = await sql<{
    dead: number
  }>`select count(*)::int as dead from job where failed_at is not null`.execute(db)
  const { failures, tookMs } = requests
  console.log(`requests ${tookMs.length + failures.length}, failed ${failures.length}`)
  console.log(
    `posts ${written.length}, published ${published}, lost ${lost}, doubled ${doubled}, open ${open}, otherwise ${other}`,
  )
  console.log(`jobs that failed permanently: ${rows[0]?.dead}`)
  for (const failure of failures.slice(0, 10)) console.log(`  ${failure}`)
  return failures.length + lost + doubled + open + other + (rows[0]?.dead ?? 0) === 0 && published === written.length
}
