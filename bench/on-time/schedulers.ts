import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { newId } from '#kernel/ids.ts'
import { signUp } from '../posts/people.ts'
import { analyze } from '../posts/scheduled.ts'
import { openStage, type Stage } from '../posts/stage.ts'

/**
 * Measures four schedulers of recurring rules on one database. In the first round nobody is harmed: all rules are due in
 * one minute, and each must make its post once, within 15 s. In the second, a scheduler is killed or stopped every half
 * second while rules run every minute of their past; none may run an occurrence twice or make up for more than one.
 *
 *     node bench/on-time/schedulers.ts [--rules 10000] [--kills 20]
 */
const { values } = parseArgs({
  options: { rules: { type: 'string', default: '10000' }, kills: { type: 'string', default: '20' } },
})
const count = Number(values.rules)
const kills = Number(values.kills)
const together = 4

await using stage = await openStage()
const api = await stage.run('api')
const { ownerUid, profileId, postId } = await writeTemplate(stage, api)
await inOneMinute(stage)
await underFire(stage)

async function writeTemplate({ db }: Stage, at: Parameters<typeof signUp>[0]) {
  const who = await signUp(at)
  const now = new Date()
  const [profile, post] = [newId<'prof'>(now), newId<'post'>(now)]
  await sql`insert into profile (id, owner_uid, name, created_at, updated_at)
    values (${profile}, ${who.ownerUid}, 'Rules', ph.now(), ph.now())`.execute(db)
  await sql`insert into post (id, owner_uid, author_uid, profile_id, intent, status, status_since, content, format,
      created_at, updated_at)
    values (${post}, ${who.ownerUid}, ${who.ownerUid}, ${profile}, 'draft', 'draft', ph.now(), 'Hello.', 'post',
      ph.now(), ph.now())`.execute(db)
  return { ownerUid: who.ownerUid, profileId: profile, postId: post }
}

/** Writes rules that run each quarter of an hour and are due at once, as if the time had just come. */
async function writeRules({ db }: Stage, cron: string, decidedUntil: Date, dueAt: Date): Promise<void> {
  const ids = Array.from({ length: count }, () => newId<'rec'>(new Date()))
  await sql`insert into recurring_rule (id, owner_uid, author_uid, profile_id, post_id, cron, timezone, decided_until,
      due_at, created_at, updated_at)
    select x.id, ${ownerUid}, ${ownerUid}, ${profileId}, ${postId}, ${cron}, 'UTC', ${decidedUntil}, ${dueAt}, ph.now(),
      ph.now() from unnest(${ids}::uuid[]) as x(id)`.execute(db)
  await analyze(db)
}

async function inOneMinute(at: Stage): Promise<void> {
  const schedulers = await Promise.all(Array.from({ length: together }, () => startScheduler(at)))
  const last = lastQuarter()
  const startedAt = performance.now()
  await writeRules(at, '*/15 * * * *', new Date(last.getTime() - 60_000), last)
  const wroteMs = performance.now() - startedAt
  while ((await countMade(at)).made < count && performance.now() - startedAt < 120_000) await sleep(50)
  const tookMs = performance.now() - startedAt
  const { made, posts } = await countMade(at)
  console.log(
    `one minute: ${count} rules by ${together} schedulers: ${made} occurrences, ${posts} posts, all within ` +
      `${(tookMs / 1_000).toFixed(1)} s (wanted: 15 s), of which writing the rules took ${(wroteMs / 1_000).toFixed(1)} s`,
  )
  for (const scheduler of schedulers) await end(scheduler)
  await clear(at)
}

async function underFire(at: Stage): Promise<void> {
  const schedulers = await Promise.all(Array.from({ length: together }, () => startScheduler(at)))
  // A day of missed occurrences: each rule makes up for one.
  await writeRules(at, '*/15 * * * *', new Date(Date.now() - 86_400_000), lastQuarter())
  for (let kill = 0; kill < kills; kill++) {
    const no = Math.floor(Math.random() * together)
    const victim = schedulers[no]
    if (!victim) continue
    if (Math.random() < 0.5) {
      victim.kill('SIGSTOP')
      await sleep(300)
      victim.kill('SIGCONT')
    } else {
      await end(victim)
      schedulers[no] = await startScheduler(at)
    }
    if (kill % 5 === 4) await makeDueAgain(at)
  }
  const deadline = performance.now() + 60_000
  while ((await countDue(at)) > 0 && performance.now() < deadline) await sleep(200)
  const { made, posts, most } = await countMade(at)
  console.log(
    `under fire: ${kills} kills and stops: ${made} occurrences, ${posts} posts, at most ${most} of one occurrence ` +
      `(wanted: 1), ${await countDue(at)} rules left due (wanted: 0)`,
  )
  if (made !== posts || most !== 1) process.exitCode = 1
  for (const scheduler of schedulers) await end(scheduler)
}

/** Puts every rule back before occurrences that it has made: a scheduler that made one again would show. */
async function makeDueAgain({ db }: Stage): Promise<void> {
  await sql`update recurring_rule set decided_until = last_run_at, due_at = ph.now()
    where last_run_at is not null`.execute(db)
}

interface Made {
  readonly made: number
  readonly posts: number
  readonly most: number
}

async function countMade({ db }: Stage): Promise<Made> {
  const { rows } = await sql<Made>`
    select (select count(*) from recurring_occurrence where outcome = 'posted')::int as made,
      (select count(*) from post where recurring_rule_id is not null)::int as posts,
      (select coalesce(max(n), 0) from (select count(*) as n from post where recurring_rule_id is not null
        group by recurring_rule_id, scheduled_at) each)::int as most`.execute(db)
  return rows[0] ?? { made: 0, posts: 0, most: 0 }
}

async function countDue({ db }: Stage): Promise<number> {
  const { rows } = await sql<{ due: number }>`
    select count(*)::int as due from recurring_rule where due_at <= ph.now()`.execute(db)
  return rows[0]?.due ?? 0
}

async function clear({ db }: Stage): Promise<void> {
  await sql`delete from post where recurring_rule_id is not null`.execute(db)
  await sql`delete from recurring_rule`.execute(db)
}

function lastQuarter(): Date {
  return new Date(Math.floor(Date.now() / 900_000) * 900_000)
}

async function startScheduler({ env }: Stage): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'scheduler-process.ts'), {
    env: { ...process.env, DATABASE_URL: env.DATABASE_URL ?? '' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await once(child, 'message')
  return child
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
