import process from 'node:process'
import { sql } from 'kysely'
import { connectors } from '#app/connectors.ts'
import { days, hours, minutes, seconds } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { startTestServer } from '#test/run/postgres.ts'
import { connectHeadless } from '#test/world/oauth.ts'
import { connectBluesky, connectMastodon, withKey } from '#test/world/posts.ts'
import { openFolder } from '../tools/folder.ts'
import { readOptions } from '../tools/options.ts'

/**
 * Simulates a busy team's month: posts every day, and once a week an afternoon of threads that exceed the networks'
 * quotas. The sandbox enforces its quotas by the clock, which moves from one due item to the next. Expected: no 429, no
 * lost posts, and a reason for each held post. `--off` removes the quotas from the networks' limits, to show that the
 * sandbox would have refused.
 *
 *     node bench/once/quota.ts [--off] [--days 30]
 */
const { off, days: length } = readOptions({ off: false, days: 30 })
const monthlyPosts = 2_000
await using folder = await openFolder('posthorn quota ')
const server = await startTestServer({ url: null, folder: folder.path, say: () => {} })
process.env.POSTHORN_TEST_SERVER = JSON.stringify(server.connection)
if (off) for (const { limits } of Object.values(connectors)) Object.assign(limits, { quotas: [] })
try {
  const settings = {
    PUBLIC_URL: 'http://127.0.0.1:4000',
    RATE_LIMIT_PER_MINUTE: '0',
    ...(off ? {} : { X_MONTHLY_POSTS: String(monthlyPosts) }),
  }
  await using t = await startApp({ sandbox: true, settings })
  await month(t)
} finally {
  await server.stop()
}

interface Member {
  readonly login: string
  plan(content: string, platforms: readonly string[], at: Date, parts?: number): Promise<void>
}

async function member(t: TestApp, login: string, count: Record<string, number>): Promise<Member> {
  const person = await t.as(login)
  const { body: profile } = await person.post('/v1/profiles', { name: login })
  await connectBluesky(person, profile.id, login)
  await connectMastodon(t, person, profile.id, login)
  const connected = await connectHeadless(t, person, 'x', profile.id, { login })
  if (connected.status !== 200) throw new Error(connected.text)
  const writer = await withKey(t, person, ['posts:read', 'posts:write', 'posts:publish', 'profiles:read'])
  return {
    login,
    async plan(content, platforms, at, parts = 1) {
      const thread = Array.from({ length: parts - 1 }, (_, part) => ({ content: `${content}, part ${part + 2}` }))
      const draft = { profileId: profile.id, platforms, content, thread, scheduledAt: at.toISOString() }
      const first = await writer.post('/v1/posts', draft)
      add(count, 'posts planned')
      add(count, 'of them threads', parts > 1 ? 1 : 0)
      if (first.status === 201) return
      if (first.body.code !== 'warnings_unconfirmed') throw new Error(first.text)
      add(count, 'warned of a quota')
      const second = await writer.post('/v1/posts', { ...draft, confirmWarnings: ['quota_expected'] })
      if (second.status !== 201) throw new Error(second.text)
    },
  }
}

function add(count: Record<string, number>, what: string, n = 1): void {
  count[what] = (count[what] ?? 0) + n
}

async function month(t: TestApp): Promise<void> {
  for (const network of ['bluesky', 'x']) t.sandbox.network(network).settings.change({ rateLimits: true })
  t.sandbox.network('mastodon').settings.change({ rate_limits: true })
  await t.as('root')
  const count: Record<string, number> = {}
  const team = [await member(t, 'alice', count), await member(t, 'bob', count)]
  // Starts on the first of a month, so that the app's whole monthly quota is available.
  const now = t.now()
  await t.advance(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - now.getTime())
  const start = t.now().getTime()
  let refused = 0
  let seen = t.sandbox.calls.total
  const look = () => {
    for (const { status } of t.sandbox.calls.list({ after: seen, limit: 100_000 }).calls) if (status === 429) refused++
    seen = t.sandbox.calls.total
  }
  for (let day = 0; day < length; day++) {
    for (const { plan } of team) await planDay(plan, day, new Date(start + days(day)))
    await passUntil(t, new Date(start + days(day + 1)), count)
    look()
  }
  // Posts held for the next month are too late by then, or are published.
  await passUntil(t, new Date(start + days(length + 2)), count)
  look()
  await report(t, count, refused)
}

/**
 * Plans seven posts on each network, and on the third day of each week also sixteen threads within two hours, or nine
 * within half an hour on X.
 */
async function planDay(plan: Member['plan'], day: number, from: Date): Promise<void> {
  const at = (ms: number) => new Date(from.getTime() + ms)
  for (let no = 0; no < 7; no++)
    await plan(`No. ${no} of day ${day}`, ['bluesky', 'mastodon', 'x'], at(hours(8) + no * minutes(97)))
  if (day % 7 !== 2) return
  for (let no = 0; no < 16; no++)
    await plan(`Live ${no} of day ${day}`, ['bluesky', 'mastodon'], at(hours(13) + no * minutes(7.5)), 25)
  for (let no = 0; no < 9; no++) await plan(`Hot ${no} of day ${day}`, ['x'], at(hours(13) + no * minutes(3)), 25)
}

/** Advances the clock from one due item to the next. */
async function passUntil(t: TestApp, end: Date, count: Record<string, number>): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ at: Date | null }>`select least(
      (select min(scheduled_at) from post where status = 'scheduled' and deleted_at is null),
      (select min(greatest(p.due_at, l.parked_until, l.least_gap_until)) from publication p
        join remote_account l on l.id = p.remote_account_id where p.due_at is not null),
      (select min(held_until) from publication where held_until is not null),
      (select min(latest_at) from publication where status in ('queued', 'held'))) as at`.execute(t.db)
    const next = rows[0]?.at ?? end
    const to = next < end ? next : end
    await t.advance(Math.max(to.getTime() - t.now().getTime(), next < end ? 1 : 0))
    const { rows: held } = await sql<{ n: number }>`select count(*)::int as n from publication
      where held_until is not null`.execute(t.db)
    count['held at once at most'] = Math.max(count['held at once at most'] ?? 0, held[0]?.n ?? 0)
    if (next >= end) return
  }
}

async function report(t: TestApp, count: Record<string, number>, refused: number): Promise<void> {
  const { rows } = await sql<{ network: string; status: string; errorCode: string | null; n: number; units: number }>`
    select network, status, error_code, count(*)::int as n, sum(parts_shown)::int as units
    from publication group by 1, 2, 3 order by 1, 2, 3`.execute(t.db)
  console.log(`${length} days of two people on three networks, quotas ${off ? 'off' : 'on'}`)
  for (const [what, n] of Object.entries(count)) console.log(`  ${what}: ${n}`)
  for (const { network, status, errorCode, n, units } of rows)
    console.log(`  ${network}: ${n} ${status}${errorCode ? ` (${errorCode})` : ''}, ${units} posts shown`)
  const fullest = await fullestWindows(t)
  for (const [what, n] of Object.entries(fullest)) console.log(`  ${what}: ${n}`)
  console.log(`  calls refused with 429: ${refused} (wanted: ${off ? 'some' : '0'})`)
  const lost = rows.filter(({ status, errorCode }) => status !== 'published' && errorCode !== 'too_late')
  const isRight = off ? refused > 0 : refused === 0 && lost.length === 0
  if (!isRight) process.exitCode = 1
}

/** Returns the maximum number of posts of one account within a quota's window, according to the sandbox's ledger. */
async function fullestWindows(t: TestApp): Promise<Record<string, number>> {
  const windows = { mastodon: hours(3), x: minutes(15) }
  const found: Record<string, number> = {}
  for (const [network, windowMs] of Object.entries(windows))
    for (const account of ['alice', 'bob']) {
      const times = t.sandbox.ledger.entries({ network, account }).map(({ at }) => new Date(at).getTime())
      let from = 0
      let most = 0
      times.forEach((at, to) => {
        while ((times[from] ?? 0) <= at - windowMs) from += 1
        most = Math.max(most, to - from + 1)
      })
      found[`most of ${account} on ${network} in ${windowMs / seconds(60)} minutes`] = most
    }
  return found
}
