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
 * Measures four schedulers of recurring rules on one database. In the first round, no scheduler is killed: all rules are due in one minute, and each must create its post once, within 15 s. In the second, rules that run each minute become due continuously, after four hours in which all runs were missed, while schedulers are killed and frozen at random, up to three at once. No occurrence may run twice, and each rule may make up for at most one.
 *
 *     node bench/on-time/schedulers.ts [--rules 10000] [--seconds 150]
 */
const { values } = parseArgs({
  options: { rules: { type: 'string', default: '10000' }, seconds: { type: 'string', default: '150' } },
})
const count = Number(values.rules)
const fireSeconds = Number(values.seconds)
const together = 4
const frozenMost = together - 1
/** The rules that run each minute in the second round. */
const minutely = Math.min(count, 1_000)

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

interface NewRules {
  readonly count: number
  readonly cron: string
  readonly decidedUntil: Date
  readonly dueAt: Date
}

/** Writes rules as if their time had just come. */
async function writeRules({ db }: Stage, { count, cron, decidedUntil, dueAt }: NewRules): Promise<void> {
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
  await writeRules(at, { count, cron: '*/15 * * * *', decidedUntil: new Date(last.getTime() - 60_000), dueAt: last })
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
  const beganAt = new Date(Math.floor(Date.now() / 60_000) * 60_000)
  const missedSince = new Date(beganAt.getTime() - 4 * 3_600_000)
  await writeRules(at, { count: minutely, cron: '* * * * *', decidedUntil: missedSince, dueAt: new Date() })
  // Rules become due one after the other, in each minute of the round.
  await sql`update recurring_rule set due_at = ph.now() + random() * interval '1 minute'`.execute(at.db)
  const { kills, stops } = await harm(at, schedulers)
  await sleep(1_000)
  const { made, posts, most, doubled, caughtUp } = await countHarm(at, beganAt)
  console.log(
    `under fire: ${minutely} rules, ${kills} kills and ${stops} stops: ${made} occurrences, ${posts} posts, ` +
      `${doubled} double (wanted: 0), at most ${most} of one occurrence (wanted: 1), at most ${caughtUp} of the missed ones by a rule ` +
      '(wanted: at most 1)',
  )
  if (made !== posts || made === 0 || doubled > 0 || most !== 1 || caughtUp > 1) process.exitCode = 1
  for (const scheduler of schedulers) await end(scheduler)
}

/** Kills and freezes schedulers at random moments, and lets all of them run at the end. */
async function harm(at: Stage, schedulers: ChildProcess[]): Promise<{ kills: number; stops: number }> {
  const frozen = new Set<number>()
  const thaws: Promise<void>[] = []
  let [kills, stops] = [0, 0]
  const freeze = async (no: number, victim: ChildProcess): Promise<void> => {
    frozen.add(no)
    victim.kill('SIGSTOP')
    await sleep(100 + Math.random() * 4_000)
    victim.kill('SIGCONT')
    frozen.delete(no)
  }
  const until = performance.now() + fireSeconds * 1_000
  while (performance.now() < until) {
    await sleep(20 + Math.random() * 600)
    const no = Math.floor(Math.random() * together)
    const victim = schedulers[no]
    if (!victim || frozen.has(no)) continue
    if (Math.random() < 0.5 && frozen.size < frozenMost) {
      stops += 1
      thaws.push(freeze(no, victim))
    } else {
      kills += 1
      await end(victim)
      schedulers[no] = await startScheduler(at)
    }
  }
  await Promise.all(thaws)
  return { kills, stops }
}

interface Harm extends Made {
  /** Posts that no occurrence names: a second one was made. */
  readonly doubled: number
  /** The most missed occurrences that one rule has made up for. */
  readonly caughtUp: number
}

async function countHarm(at: Stage, beganAt: Date): Promise<Harm> {
  const { rows } = await sql<Pick<Harm, 'doubled' | 'caughtUp'>>`
    select (select count(*) from post where recurring_rule_id is not null
        and not exists (select from recurring_occurrence o where o.post_id = post.id))::int as doubled,
      (select coalesce(max(n), 0) from (select count(*) as n from recurring_occurrence
        where outcome = 'posted' and at < ${beganAt} group by rule_id) each)::int as caught_up`.execute(at.db)
  return { ...(await countMade(at)), ...(rows[0] ?? { doubled: 0, caughtUp: 0 }) }
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
