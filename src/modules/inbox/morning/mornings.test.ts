import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { days, hours, minutes } from '#kernel/clock.ts'
import { instantOf, wallOf } from '#kernel/local-time.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { openDesk } from '#test/world/inbox-desk.ts'
import { mailsTo } from '#test/world/mails.ts'
import { done, grant } from '#test/world/people.ts'
import { mailMornings } from './mail-mornings.ts'

/** Emails about what is open, at 8:00 in the zone of the brand. */
const zone = 'Europe/Berlin'
let t: TestApp
let w: Awaited<ReturnType<typeof openDesk>>
const emails: Record<string, string> = {}
before(async () => {
  t = await startApp({ sandbox: true, settings: { PUBLIC_URL: 'http://127.0.0.1:4000' } })
  await t.as('root')
  w = await openDesk(t)
  done(await w.ada.patch(`/v1/profiles/${w.profileId}`, { timezone: zone }))
  for (const role of ['editor', 'contributor', 'viewer'] as const) {
    const person = await t.as(role)
    await grant(w.person, w.profileId, person, role)
    emails[role] = person.email
  }
})
after(() => t[Symbol.asyncDispose]())

const mornings = async (to = w.person.email) =>
  (await mailsTo(t, to)).filter(({ subject }) => /open conversations? in/.test(subject))
const goTo = (at: Date) => t.advance(at.getTime() - t.now().getTime())
/** Returns 8:00 on a day that begins some days from now, where the brand is. */
const eightIn = (count: number): Date =>
  instantOf(Math.floor(wallOf(t.now(), zone) / days(1)) * days(1) + count * days(1) + hours(8), zone)
const run = () => mailMornings(t.deps, new AbortController().signal)

test('no one gets an email while nothing is open', async () => {
  await goTo(new Date(eightIn(1).getTime() + minutes(20)))
  assert.deepEqual(await mornings(), [])
})

test('those who can reply get one email at 8:00, without words and names of strangers, on any number of nodes', async () => {
  await w.ask('mastodon', 'Do you deliver secretly?')
  await w.ask('bluesky', 'And how much?')
  const [asked] = await w.list()
  const eight = eightIn(1)
  await goTo(new Date(eight.getTime() - minutes(16)))
  assert.deepEqual(await mornings(), [])
  await goTo(new Date(eight.getTime() + minutes(1)))
  await Promise.all([run(), run()])
  await t.advance(hours(1))
  for (const to of [w.person.email, emails.editor]) {
    const [mail, ...others] = await mornings(to)
    assert.ok(mail)
    assert.deepEqual(others, [])
    assert.match(mail.subject, /^2 open conversations in /)
    const text = JSON.stringify(mail)
    assert.match(text, /Mastodon: comment, \d+ hours?/)
    assert.match(text, /Bluesky: comment/)
    assert.ok(text.includes(`/p/${w.profileId}/inbox`))
    for (const secret of ['secretly', 'how much', asked.person.handle]) assert.ok(!text.includes(secret), secret)
  }
  for (const role of ['contributor', 'viewer']) assert.deepEqual(await mornings(emails[role]), [])
})

test('a morning is over at noon: a process that starts later sends nothing', async () => {
  const sent = (await mornings()).length
  await goTo(new Date(eightIn(1).getTime() + hours(5)))
  assert.equal((await mornings()).length, sent)
})

test('on the days on which clocks change, the email is sent once, at 8:00 as clocks show it', async () => {
  const offsetOn = (noon: number) => wallOf(new Date(noon), zone) - noon
  for (let changes = 0; changes < 2; changes += 1) {
    let noon = eightIn(2).getTime() + hours(4)
    while (offsetOn(noon) === offsetOn(noon - days(1))) noon += days(1)
    const eight = instantOf(Math.floor(wallOf(new Date(noon), zone) / days(1)) * days(1) + hours(8), zone)
    // The evening before, so that no other morning is between.
    await goTo(new Date(eight.getTime() - hours(12)))
    const sent = (await mornings()).length
    await goTo(new Date(eight.getTime() - minutes(16)))
    assert.equal((await mornings()).length, sent)
    for (const ms of [minutes(17), hours(1), hours(1)]) await t.advance(ms)
    assert.equal((await mornings()).length, sent + 1)
  }
})

test('the email ends by its link, for this person only', async () => {
  const [mail] = await mornings()
  const link = /\/v1\/notices\/off\/[^"<>\s\\)]+/.exec(mail?.text ?? '')?.[0] ?? ''
  assert.equal((await w.ada.post(link, {})).status, 200)
  const sent = [(await mornings()).length, (await mornings(emails.editor)).length]
  await goTo(new Date(eightIn(1).getTime() + minutes(1)))
  await run()
  assert.deepEqual([(await mornings()).length, (await mornings(emails.editor)).length], [sent[0], (sent[1] ?? 0) + 1])
})
