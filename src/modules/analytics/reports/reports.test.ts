import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { days, hours, minutes } from '#kernel/clock.ts'
import { fromWire } from '#kernel/ids.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { mailsTo } from '#test/world/mails.ts'
import { done } from '#test/world/people.ts'
import { connectBoth } from '#test/world/posts.ts'
import { mondaysAround } from './mondays.ts'
import { sendReports } from './send-reports.ts'

/** Weekly reports by email. The test clock starts on Wednesday, 13 January 2027. */
let t: TestApp
let both: Awaited<ReturnType<typeof connectBoth>>
let path: string
before(async () => {
  t = await startApp({ sandbox: true, numbers: true, settings: { PUBLIC_URL: 'http://127.0.0.1:4000' } })
  await t.as('root')
  both = await connectBoth(t)
  path = `/v1/analytics/reports/${both.profileId}`
  done(await both.ada.patch(`/v1/profiles/${both.profileId}`, { timezone: 'Europe/Berlin' }))
})
after(() => t[Symbol.asyncDispose]())

const reports = async () => (await mailsTo(t, both.person.email)).filter(({ subject }) => /your week,/.test(subject))
/** Runs everything up to a time, including readings of posts. */
const goTo = async (at: string) => {
  while (t.now() < new Date(at)) await t.advance(Math.min(hours(12), Date.parse(at) - t.now().getTime()))
}

test('a report is off until its reader turns it on, and is due on Monday at 8:00 in the profile’s time zone', async () => {
  assert.equal(done(await both.person.get(path)).body.weekly, false)
  const chosen = done(await both.person.put(path, { weekly: true })).body
  assert.deepEqual([chosen.weekly, chosen.nextAt], [true, '2027-01-18T07:00:00.000Z'])
  assert.deepEqual(done(await both.person.put(path, { weekly: true })).body, chosen)
  assert.equal((await both.ada.put(path, { weekly: false })).status, 403)
  const stranger = await t.as('stranger')
  assert.equal((await stranger.put(path, { weekly: true })).body.code, 'profile_forbidden')
})

test('a report has the week’s metrics, a PNG chart and an unsubscribe link, and is sent once across all nodes', async () => {
  const { ada, profileId } = both
  done(await ada.post('/v1/posts', { profileId, platforms: ['mastodon'], content: 'The gulls are back.' }), 201)
  await t.settle()
  await goTo('2027-01-18T06:45:00Z')
  assert.deepEqual(await reports(), [])
  await t.advance(minutes(15))
  // A process that died after its commit would repeat this, and so would another node.
  await sql`update weekly_report set due_at = ph.now()`.execute(t.db)
  const { signal } = new AbortController()
  await Promise.all([sendReports(t.deps, signal), sendReports(t.deps, signal)])
  const [mail, ...others] = await reports()
  assert.ok(mail)
  assert.deepEqual(others, [])
  assert.match(mail.subject, /: your week, 2027-01-11 – 2027-01-17$/)
  const week = 'startDate=2027-01-11&endDate=2027-01-17&timezone=Europe/Berlin'
  const { gained, totalPosts } = done(await ada.get(`/v1/analytics/overview?profileId=${profileId}&${week}`)).body
  assert.ok(gained.likes > 0)
  assert.ok(mail.text.includes(`Posts published: ${totalPosts}`), mail.text.slice(0, 2_000))
  assert.ok(mail.text.includes(`Likes: ${gained.likes.toLocaleString('en')}`))
  assert.match(mail.text, /The gulls are back\./)
  assert.match(mail.text, /List-Unsubscribe-Post: List-Unsubscribe=One-Click/)
  const encoded = /Content-Type: image\/png[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(mail.raw)?.[1] ?? ''
  const { format, width, height } = await sharp(Buffer.from(encoded, 'base64')).metadata()
  assert.deepEqual([format, width, height], ['png', 560, 180])

  const link = /Unsubscribe: *\s*(http\S+)/.exec(mail.text)?.[1] ?? ''
  const address = new URL(link).pathname
  const german = { headers: { 'accept-language': 'de' } }
  const frame = (title: string) => new RegExp(`<html lang="de">[\\s\\S]*<h1>${title}</h1>`)
  assert.match(
    (await t.anyone.get(address)).text,
    /<html lang="en">[\s\S]*<h1>Unsubscribe from the weekly report\?<\/h1>/,
  )
  assert.match((await t.anyone.get(address, german)).text, frame('Den Wochenbericht abbestellen\\?'))
  assert.equal(done(await ada.get(path)).body.weekly, true)
  const foreign = await t.anyone.post(`${address.slice(0, -3)}AAA`, undefined, german)
  assert.equal(foreign.status, 404)
  assert.match(foreign.text, frame('Dieser Link ist ungültig'))
  const ended = await t.anyone.post(address, undefined, german)
  assert.equal(ended.status, 200)
  assert.match(String(ended.headers.vary), /accept-language/)
  assert.match(ended.text, frame('Wochenbericht abbestellt'))
  assert.equal(done(await ada.get(path)).body.weekly, false)
})

test('no report is sent for a week without activity, or to a reader who has lost access to the profile', async () => {
  const member = await t.as('quiet')
  const quiet = done(await member.post('/v1/profiles', { name: 'Quiet' })).body.id
  done(await member.put(`/v1/analytics/reports/${quiet}`, { weekly: true }))
  const [uid] = (await sql<{ uid: string }>`select uid from weekly_report`.execute(t.db)).rows
  await sql`insert into weekly_report (uid, profile_id, since, due_at)
    select ${uid?.uid}::uuid, p.id, ph.now(), r.due_at from profile p, weekly_report r
    where p.id <> r.profile_id limit 1`.execute(t.db)
  await t.advance(days(7) + hours(2))
  assert.deepEqual(
    (await mailsTo(t, member.email)).filter(({ subject }) => /week/.test(subject)),
    [],
  )
  const { rows } = await sql<{ isSent: boolean }>`select is_sent from weekly_report_run order by monday desc`.execute(
    t.db,
  )
  assert.deepEqual(rows[0], { isSent: false })
  const left = await sql<{ n: number }>`select count(*)::int as n from weekly_report`.execute(t.db)
  assert.equal(left.rows[0]?.n, 1)
})

test('a failed report is retried later, and the others are sent', async () => {
  const [broken, sound] = [await connectBoth(t), await connectBoth(t)]
  for (const { person, profileId } of [broken, sound])
    done(await person.put(`/v1/analytics/reports/${profileId}`, { weekly: true }))
  const [brokenId, soundId] = [broken, sound].map(({ profileId }) => fromWire('prof', profileId))
  await sql`update profile set timezone = 'Mars/Base' where id = ${brokenId}`.execute(t.db)
  // The broken report comes first.
  await sql`update weekly_report set since = ph.now() - interval '8 days', due_at = ph.now() - interval '1 second'
    where profile_id = ${soundId}`.execute(t.db)
  await sql`update weekly_report set due_at = ph.now() - interval '1 minute' where profile_id = ${brokenId}`.execute(
    t.db,
  )
  await sendReports(t.deps, new AbortController().signal)
  const { rows } = await sql<{ isBroken: boolean; due: Date }>`
    select profile_id = ${brokenId} as is_broken, due_at as due from weekly_report
    where profile_id in (${brokenId}, ${soundId}) order by due_at`.execute(t.db)
  assert.deepEqual(
    rows.map(({ isBroken }) => isBroken),
    [true, false],
  )
  assert.ok(rows.every(({ due }) => due > t.now()))
  const runs = await sql`select from weekly_report_run where profile_id = ${soundId}`.execute(t.db)
  assert.equal(runs.rows.length, 1)
})

test('a disabled user’s reports wait until the user is enabled', async () => {
  const { person, profileId } = await connectBoth(t)
  done(await person.put(`/v1/analytics/reports/${profileId}`, { weekly: true }))
  const id = fromWire('prof', profileId)
  await sql`update weekly_report set since = ph.now() - interval '8 days', due_at = ph.now() where profile_id = ${id}`.execute(
    t.db,
  )
  const countRuns = async () => {
    await sendReports(t.deps, new AbortController().signal)
    return (await sql`select from weekly_report_run where profile_id = ${id}`.execute(t.db)).rows.length
  }
  const root = await t.as('root')
  const { email, password } = root
  const fresh = t.withToken(done(await t.anyone.post('/v1/auth/sign-in', { email, password })).body.token)
  done(await fresh.post(`/v1/admin/users/${person.uid}/disable`, { reason: 'left' }))
  assert.equal(await countRuns(), 0)
  done(await fresh.post(`/v1/admin/users/${person.uid}/enable`))
  assert.equal(await countRuns(), 1)
})

test('reports are still due on Monday at 8:00 after clocks change', () => {
  const next = (now: string) => mondaysAround(new Date(now), 'Europe/Berlin').next.at.toISOString()
  assert.equal(next('2027-03-22T12:00:00Z'), '2027-03-29T06:00:00.000Z')
  assert.equal(next('2027-10-25T12:00:00Z'), '2027-11-01T07:00:00.000Z')
  assert.equal(next('2027-03-22T06:59:00Z'), '2027-03-22T07:00:00.000Z')
  assert.equal(next('2027-03-22T07:00:00Z'), '2027-03-29T06:00:00.000Z')
})
