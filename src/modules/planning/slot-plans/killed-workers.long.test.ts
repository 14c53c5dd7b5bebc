import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { scopeNames } from '#kernel/caller.ts'
import { hours, minutes } from '#kernel/clock.ts'
import { secretKey, startApp } from '#test/harness/app.ts'
import { openRoom, until } from '#test/harness/process.ts'
import { addressOf } from '#test/servers/tcp-proxy.ts'
import { done, grant } from '#test/world/people.ts'
import { connectBluesky, connectBoth, withKey } from '#test/world/posts.ts'

const total = 12
const rounds = 5
/** A test of many hours takes minutes. What waits in it is not too late. */
const late = { LATE_HOURS: '168' }
const scopes = scopeNames.filter((name) => !name.startsWith('admin:'))

test('workers are killed while slots are due: each post is published once, no two have one time, and none moves more than three times', async () => {
  await using t = await startApp({ sandbox: true, settings: late })
  await t.as('root')
  const w = await connectBoth(t)
  const boss = await t.as('boss')
  await grant(w.person, w.profileId, boss, 'admin')
  const approver = await withKey(t, boss, scopes)
  done(await w.ada.patch(`/v1/profiles/${w.profileId}`, { timezone: 'UTC', requiredApprovals: 1 }))
  const hourly = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)
  const slots = [0, 1, 2, 3, 4, 5, 6].flatMap((weekday) => hourly.map((time) => ({ weekday, time })))
  const plan = { profileId: w.profileId, name: 'Hourly', slots, whenBlocked: 'next' }
  const { id: planId } = done(await w.ada.post('/v1/slot-plans', plan), 201).body
  // Bluesky follows half an hour later, so workers are also killed between the two.
  const platforms = ['mastodon', { platform: 'bluesky', delaySeconds: 1_800 }]
  const posts: { readonly id: string; readonly content: string }[] = []
  for (let nth = 0; nth < total; nth++) {
    const post = { profileId: w.profileId, content: `Post ${nth}`, platforms, slot: { planId } }
    posts.push(done(await w.ada.post('/v1/posts', { ...post, confirmWarnings: true }), 201).body)
  }
  const approve = async (id: string) => {
    const { contentHash } = done(await approver.get(`/v1/posts/${id}/approvals`)).body
    done(await approver.post(`/v1/posts/${id}/approve`, { contentHash }))
  }
  for (const [nth, { id }] of posts.entries()) if (nth % 3 === 0) await approve(id)

  const port = new URL(t.sandbox.url).port
  await using room = await openRoom({
    DATABASE_URL: addressOf(t.connection),
    ...late,
    ...{ SECRET_KEY: secretKey, SANDBOX: 'on', SANDBOX_PORT: port, HOST: '127.0.0.1' },
  })
  await using opened = new AsyncDisposableStack()
  const client = opened.adopt(new pg.Client(t.connection), (one) => one.end())
  await client.connect()
  const rows = () =>
    t.db.selectFrom('post').select(['post.id', 'post.scheduledAt as at', 'post.slotMoves', 'post.status']).execute()
  const check = async () => {
    const all = await rows()
    assert.equal(all.length, total)
    const minutesOfPlan = all.map(({ at }) => Number(at))
    assert.equal(new Set(minutesOfPlan).size, total, 'no two posts have one time')
    assert.ok(all.every(({ slotMoves }) => slotMoves <= 3))
  }
  const dueCount = async () => {
    const { rows: found } = await client.query(
      `select count(*)::int as due from post where status = 'scheduled' and scheduled_at <= ph.now()`,
    )
    return found[0].due as number
  }

  for (let round = 0; round < rounds; round++) {
    // Several times are due at once, and the leases of the killed workers have ended.
    const moved = await rows()
    await t.turnClock(hours(7))
    await client.query('begin')
    // A worker that has moved posts waits here, before its commit.
    await client.query('lock table audit_entry in share mode')
    const [one, other] = [room.begin(['worker']), room.begin(['worker'])]
    await until('a worker waits within its transaction', async () => {
      const { rows: waiting } = await client.query(
        `select 1 from pg_locks where not granted and relation = 'audit_entry'::regclass`,
      )
      return waiting.length > 0
    })
    for (const worker of [one, other]) worker.process.kill('SIGKILL')
    await Promise.all([one.ended, other.ended])
    await client.query('rollback')
    const key = (all: typeof moved) => JSON.stringify(all.map(({ id, at, slotMoves }) => [id, at, slotMoves]).sort())
    await until('its transaction has ended', async () => key(await rows()) === key(moved))
    await check()
    const [third, fourth] = [room.begin(['worker']), room.begin(['worker'])]
    await until(
      'some of the due posts are done',
      async () => (await dueCount()) <= (round < rounds - 1 ? round % 3 : 0),
    )
    for (const worker of [third, fourth]) worker.process.kill('SIGKILL')
    await Promise.all([third.ended, fourth.ended])
    await check()
  }
  // What was held after three moves is published once approved, and so is the rest at its time.
  for (const [nth, { id }] of posts.entries()) if (nth % 3 !== 0) await approve(id)
  await t.advance(hours(1))
  await t.advance(hours(20))
  for (let nth = 0; nth < total; nth++) await t.advance(minutes(2))
  // The last of them on Bluesky.
  await t.advance(minutes(30))
  for (let nth = 0; nth < total; nth++) await t.advance(minutes(2))
  // A kill may have left the last ones behind others of their account, or between two attempts.
  const isGoing = async () => (await rows()).some(({ status }) => status === 'publishing')
  for (let nth = 0; nth < total && (await isGoing()); nth++) await t.advance(minutes(30))
  const listOpen = async () => {
    const seen = await Promise.all(posts.map(async ({ id }) => done(await approver.get(`/v1/posts/${id}`)).body))
    return seen.flatMap(({ targets }) => targets).filter(({ status }) => status !== 'published')
  }
  // A renewed session of Bluesky is sent once. If a worker is killed before it stores the session, the previous one is
  // valid for two more hours. The workers are away for seven, so the posts wait until a person reconnects the account.
  const open = await listOpen()
  assert.ok(
    open.every(({ network, errorCode }) => network === 'bluesky' && errorCode === 'needs_reconnect'),
    JSON.stringify(open),
  )
  if (open.length > 0) {
    const { email, password } = w.person
    const { token } = done(await t.anyone.post('/v1/auth/sign-in', { email, password })).body
    await connectBluesky(t.withToken(token), w.profileId, w.login)
  }
  for (let nth = 0; nth < total && (await isGoing()); nth++) await t.advance(minutes(30))
  assert.deepEqual(await listOpen(), [])
  const ends = await rows()
  assert.ok(ends.some(({ slotMoves }) => slotMoves === 3))
  for (const { content } of posts) {
    const sent = t.sandbox.ledger.entries({}).filter((entry) => entry.text === content)
    assert.deepEqual(sent.map(({ network }) => network).sort(), ['bluesky', 'mastodon'], content)
  }
})
