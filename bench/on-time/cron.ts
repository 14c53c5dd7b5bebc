import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { signUp } from '../posts/people.ts'
import { openStage } from '../posts/stage.ts'
import { type Started, tree } from '../tools/processes.ts'

/**
 * Runs every cron once a minute on four real workers, which are killed: half of them at random moments, half during runs, which are delayed by locking tables for a few seconds. Each (cron, minute) must have one run, in its minute
 * or the next, and each run must end as done: immediately, or in another process after a kill.
 *
 *     npm run bench -- cron [--minutes 5]
 */
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '5' } } })
const together = 4
const minuteMs = 60_000

await using stage = await openStage()
const api = await stage.run('api')
const root = await signUp(api)
const scopes = ['admin:read', 'admin:write']
const { key } = await root.call<{ key: string }>('POST', '/v1/api-keys', { name: 'admin', scopes })
const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
const { configs } = (await (await fetch(`${api.url}/v1/admin/cron/configs`, { headers })).json()) as {
  configs: readonly { readonly name: string }[]
}
for (const { name } of configs) {
  const body = JSON.stringify({ schedule: '* * * * *' })
  const changed = await fetch(`${api.url}/v1/admin/cron/configs/${name}`, { method: 'POST', headers, body })
  if (!changed.ok) throw new Error(`${name}: ${changed.status} ${await changed.text()}`)
}

const workers: Started[] = []
for (let no = 0; no < together; no++) workers.push(await stage.run('worker'))
const from = new Date(Math.ceil(Date.now() / minuteMs) * minuteMs)
const to = new Date(from.getTime() + Number(values.minutes) * minuteMs)
const kills = await killUntil(to)
// The dead may still hold a run for the time of their lease.
await sleep(2 * minuteMs)
await report()

/** Kills workers until a time, and starts others in their place. Returns how many. */
async function killUntil(end: Date): Promise<number> {
  let count = 0
  const kill = () => {
    const no = count++ % together
    for (const { pid } of tree(workers[no]?.child.pid ?? 0)) process.kill(pid, 'SIGKILL')
    return async () => {
      workers[no] = await stage.run('worker')
    }
  }
  while (Date.now() < end.getTime()) {
    await sleep(minuteMs - (Date.now() % minuteMs) - 500)
    const replace = await holdUpRuns(async () => {
      await sleep(3_000)
      return [kill(), kill()]
    })
    for (const start of replace) await start()
    for (let more = 0; more < 2; more++) {
      await sleep(Math.random() * 10_000)
      await kill()()
    }
  }
  return count
}

/** Holds up the runs that need one of some tables while something happens. */
function holdUpRuns<T>(meanwhile: () => Promise<T>): Promise<T> {
  return stage.db.transaction().execute(async (tx) => {
    await sql`lock table telegram_item, slack_flow, webhook_delivery, media in access exclusive mode`.execute(tx)
    return await meanwhile()
  })
}

async function report(): Promise<void> {
  const { rows } = await sql<Figures>`
    with planned as (
      select n.name, at from unnest(${configs.map(({ name }) => name)}::text[]) as n (name),
        generate_series(${from}::timestamptz, ${to}::timestamptz - interval '1 minute', '1 minute') at)
    select count(*)::int as planned, count(r.name)::int as started,
      count(*) filter (where r.outcome = 'done')::int as done,
      count(*) filter (where r.attempts > 1)::int as taken_over,
      count(*) filter (where r.name is not null and r.outcome is distinct from 'done')::int as unfinished,
      coalesce(max(extract(epoch from r.started_at - p.at)), 0)::float8 as latest_start,
      coalesce(max(extract(epoch from r.finished_at - p.at)), 0)::float8 as latest_end,
      (select count(*) from (select from cron_run c where c.scheduled_for >= ${from} and c.scheduled_for < ${to}
        group by c.name, date_trunc('minute', c.scheduled_for) having count(*) > 1) x)::int as doubled
    from planned p left join cron_run r on r.name = p.name and r.scheduled_for = p.at`.execute(stage.db)
  const figures = rows[0]
  if (!figures) throw new Error('The runs could not be counted.')
  const { planned, started, done, takenOver, unfinished, latestStart, latestEnd, doubled } = figures
  console.log(
    `${configs.length} crons each minute on ${together} workers, ${kills} kills: ${started} of ${planned} runs started ` +
      `(wanted: all), ${doubled} twice (wanted: 0), ${done} done, of which ${takenOver} by a second process ` +
      `(wanted: some), ${unfinished} not done (wanted: 0); latest start ${latestStart.toFixed(1)} s after its time (wanted: under 60), ` +
      `latest end ${latestEnd.toFixed(1)} s`,
  )
  if (started !== planned || doubled > 0 || unfinished > 0 || takenOver === 0 || latestStart >= 60) process.exitCode = 1
}

interface Figures {
  readonly planned: number
  readonly started: number
  readonly done: number
  readonly takenOver: number
  readonly unfinished: number
  readonly latestStart: number
  readonly latestEnd: number
  readonly doubled: number
}
