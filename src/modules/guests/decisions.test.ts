import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { scopeNames } from '#kernel/caller.ts'
import { days, hours, minutes } from '#kernel/clock.ts'
import { fromWire } from '#kernel/ids.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { clientsOf, lastCode } from '#test/world/guests.ts'
import { mailsTo } from '#test/world/mails.ts'
import { pauseBefore } from '#test/world/meet.ts'
import { done, grant, refused } from '#test/world/people.ts'
import { connectBoth, inTime, withKey } from '#test/world/posts.ts'

/** Ada owns the brand and writes, Ed is an editor. Maria is the client. Only admins may weaken the rule. */
let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
let ed: Client
let brand: string
before(async () => {
  t = await startApp({ sandbox: true })
  w = await connectBoth(t)
  brand = `/v1/profiles/${w.profileId}`
  const person = await t.as('ed')
  await grant(w.person, w.profileId, person, 'editor')
  ed = await withKey(
    t,
    person,
    scopeNames.filter((name) => !name.startsWith('admin:')),
  )
})
after(() => t[Symbol.asyncDispose]())
beforeEach(() => setSteps([], { requiredApprovals: 0, approverRole: 'admin', guestCodes: true }))

const { browse, invite, setSteps, state, write } = clientsOf(() => ({ t, w }), { send: false })
const day = (ms: number) => new Date(t.now().getTime() + ms).toISOString().slice(0, 10)
const withoutCodes = () => w.ada.patch(brand, { guestCodes: false })

test('a guest who said yes before a step named them, or in a step that was replaced, says it again and it counts', async () => {
  await withoutCodes()
  const guest = await invite()
  const { id } = await write()
  const browser = browse(guest)
  assert.equal((await browser.approve(id, await browser.hashOf(id))).status, 303)
  assert.match((await browser.see(id)).text, /You approved this post/)

  for (const name of ['Client', 'Client again']) {
    await setSteps([{ name, guestIds: [guest.id] }])
    const asked = await state(id)
    assert.deepEqual([asked.status, asked.guestApprovers.length], ['needed', 1], name)
    assert.match((await browser.open()).text, /1 post needs your approval/)
    const page = await browser.see(id)
    assert.match(page.text, /\/approve"/)
    assert.doesNotMatch(page.text, /You approved this post/)
    assert.equal((await browser.approve(id, asked.contentHash)).status, 303)
    assert.equal((await state(id)).status, 'approved', name)
    assert.match((await browser.see(id)).text, /You approved this post/)
  }
})

test('403: only the approver role removes a guest of a step, whose no stands', async () => {
  await withoutCodes()
  const guest = await invite()
  const other = await invite()
  await setSteps([{ name: 'Client', guestIds: [guest.id] }])
  const { id } = await write()
  const browser = browse(guest)
  assert.equal((await browser.reject(id, await browser.hashOf(id), 'Not like this.')).status, 200)
  const path = `${brand}/guests/${guest.id}`
  for (const answer of [
    await ed.post(`${path}/revoke`),
    await ed.delete(path),
    await ed.patch(path, { may: 'comment' }),
    await ed.patch(path, { may: 'see' }),
  ]) {
    refused(answer, 403, 'profile_role_required')
    assert.match(answer.body.detail, /The role admin is required .* Your role is editor\./)
  }
  const { status, guestDecisions } = await state(id)
  assert.deepEqual([status, guestDecisions[0].isCurrent], ['rejected', true])

  // What voids nothing is left to editors.
  done(await ed.patch(path, { name: 'Maria B.' }))
  done(await ed.patch(`${brand}/guests/${other.id}`, { may: 'see' }))
  done(await ed.post(`${brand}/guests/${other.id}/revoke`))
  done(await ed.delete(`${brand}/guests/${other.id}`))
  done(await w.ada.patch(path, { may: 'see' }))
  done(await w.ada.patch(path, { may: 'approve' }))
  done(await w.ada.post(`${path}/revoke`))
  done(await ed.delete(path))
})

test('429: after 20 wrong codes in a day, none works and none is sent, until a day later', async () => {
  const guest = await invite()
  const { id } = await write()
  const browser = browse(guest)
  const hash = await browser.hashOf(id)
  const ask = async () => browser.challengeIn(await browser.approve(id, hash))
  const wrongOf = (code: string) => (code === '000000' ? '111111' : '000000')
  for (const last of [false, false, false, true]) {
    const challenge = await ask()
    const wrong = wrongOf(await lastCode(t, guest.email))
    for (let n = 0; n < 4; n++) assert.equal((await browser.confirm(challenge, wrong)).status, 403)
    const answer = await browser.confirm(challenge, wrong)
    assert.equal(answer.status, last ? 429 : 403)
    assert.match(answer.text, last ? /Too many wrong codes/ : /no longer works/)
    // A link can be confirmed ten times a minute.
    await t.advance(minutes(1))
  }
  const sent = (await mailsTo(t, guest.email)).length
  const refusal = await browser.approve(id, hash)
  assert.equal(refusal.status, 429)
  assert.match(refusal.text, /Too many wrong codes/)
  assert.equal((await mailsTo(t, guest.email)).length, sent)
  await t.advance(days(1))
  const challenge = await ask()
  assert.equal((await browser.confirm(challenge, await lastCode(t, guest.email))).status, 303)
})

test('429: an address gets 20 codes a day, however many guests have it, and the page says so', async () => {
  const email = 'shared@client.example'
  const { id } = await write()
  for (let n = 0; n < 4; n++) {
    const browser = browse(await invite({ email }))
    const hash = await browser.hashOf(id)
    for (let code = 0; code < 5; code++) assert.equal((await browser.approve(id, hash)).status, 200)
  }
  const browser = browse(await invite({ email: email.toUpperCase() }))
  const hash = await browser.hashOf(id)
  const answer = await browser.approve(id, hash)
  assert.equal(answer.status, 429)
  assert.match(answer.text, /No more codes today/)
  assert.equal((await mailsTo(t, email)).length, 20)
  await t.advance(days(1))
  assert.equal((await browser.approve(id, hash)).status, 200)
})

test('an address gets 20 emails a day about posts that wait, however many guests have it', async () => {
  const email = 'waiting@client.example'
  const guestIds: string[] = []
  for (let n = 0; n < 11; n++) guestIds.push((await invite({ email })).id)
  await setSteps([{ name: 'Client', guestIds }])
  for (const sent of [11, 20]) {
    const { id } = await write()
    done(await w.ada.post(`/v1/posts/${id}/request-approval`, {}))
    await t.settle()
    assert.equal((await mailsTo(t, email)).length, sent)
    await t.advance(hours(13))
  }
})

test('409: an edit while the page is read cannot be approved unseen', async () => {
  await withoutCodes()
  const guest = await invite()
  const { id, text } = await write()
  const browser = browse(guest)
  const [page] = await pauseBefore(
    t,
    'post_comment',
    () => browser.see(id),
    async () => done(await w.ada.patch(`/v1/posts/${id}`, { content: 'edited while the page was read' })),
  )
  assert.ok(page.text.includes(text))
  const hash = /name="contentHash" value="(\w+)"/.exec(page.text)?.[1] ?? assert.fail()
  assert.equal((await browser.approve(id, hash)).status, 409)
  assert.deepEqual((await state(id)).guestDecisions, [])
})

test('403: a guest of a read-only brand looks and decides nothing, and gets no code', async () => {
  const guest = await invite()
  const { id, text } = await write()
  const browser = browse(guest)
  const hash = await browser.hashOf(id)
  const challenge = browser.challengeIn(await browser.approve(id, hash))
  const sent = (await mailsTo(t, guest.email)).length
  const setReadOnly = (readOnly: boolean) =>
    t.db
      .updateTable('profile')
      .set({ readOnly })
      .where('profile.id', '=', fromWire('prof', w.profileId) ?? assert.fail())
      .execute()
  await setReadOnly(true)
  for (const page of [await browser.see(id), await browser.open()]) {
    assert.ok(page.text.includes(text))
    assert.match(page.text, /This brand is read-only at the moment/)
    assert.doesNotMatch(page.text, /<form|<button|need your approval/)
  }
  for (const answer of [
    await browser.approve(id, hash),
    await browser.comment(id, 'Hello'),
    await browser.confirm(challenge, await lastCode(t, guest.email)),
    await browser.reject(id, hash, 'No.'),
  ]) {
    assert.equal(answer.status, 403)
    assert.match(answer.text, /This brand can’t take decisions right now/)
  }
  assert.equal((await mailsTo(t, guest.email)).length, sent)
  assert.deepEqual((await state(id)).guestDecisions, [])
  await setReadOnly(false)
  assert.equal((await browser.approve(id, hash)).status, 303)
})

test('a no is recorded in the step that was reached, not in a later one', async () => {
  await withoutCodes()
  const guest = await invite()
  await setSteps([
    { name: 'Draft', guestIds: [guest.id] },
    { name: 'Editor', roles: ['editor'] },
    { name: 'Final', guestIds: [guest.id] },
  ])
  const { id } = await write()
  const browser = browse(guest)
  await browser.reject(id, await browser.hashOf(id), 'Not like this.')
  const { steps } = await state(id)
  assert.deepEqual(
    steps.map(({ status }: { status: string }) => status),
    ['rejected', 'later', 'later'],
  )
})

test('validating with the ID of a post of another brand does not reveal whether it exists', async () => {
  const stranger = await t.as('stranger')
  const { id: profileId } = done(await stranger.post('/v1/profiles', { name: 'Other brand' })).body
  const path = `/v1/profiles/${profileId}`
  const period = { from: day(0), to: day(days(60)), expiresAt: inTime(t, days(90)), send: false }
  const guest = done(
    await stranger.post(`${path}/guests`, { name: 'Lena', email: 'lena@x.example', ...period }),
    201,
  ).body
  done(await stranger.patch(path, { approvalSteps: [{ name: 'Client', guestIds: [guest.id] }] }))
  const { id } = await write()
  const validate = async (postId: string) =>
    done(
      await stranger.post(`/v1/posts/validate?postId=${postId}`, {
        profileId,
        content: 'mine',
        platforms: ['mastodon'],
      }),
    ).body
  const [foreign, missing] = [await validate(id), await validate('post_01kajv4z00e008000000000001')]
  assert.deepEqual(foreign, missing)
  assert.match(JSON.stringify(missing), /Lena/)
})

test('200 published posts in the period hide no post that is still to be decided', async () => {
  const guest = await invite()
  const published = await write()
  await t.advance(days(2))
  await t.settle()
  const { id, text } = await write()
  const from = fromWire('post', published.id) ?? assert.fail()
  await sql`insert into post select (jsonb_populate_record(post, jsonb_build_object('id', gen_random_uuid()))).*
    from post, generate_series(1, 200) where post.id = ${from}`.execute(t.db)
  const page = await browse(guest).open()
  assert.ok(page.text.includes(text))
  assert.match(page.text, /at most 200 posts/)
  assert.ok((await browse(guest).see(id)).text.includes(text))
})

test('more than 200 open posts are on several pages, the post that waits on the last one is found, and the count says so', async () => {
  await withoutCodes()
  const guest = await invite()
  const first = await write()
  const from = fromWire('post', first.id) ?? assert.fail()
  await sql`insert into post select (jsonb_populate_record(post, jsonb_build_object('id', gen_random_uuid()))).*
    from post, generate_series(1, 210) where post.id = ${from}`.execute(t.db)
  const last = await write({ scheduledAt: inTime(t, days(10)) })
  const browser = browse(guest)
  const page = await browser.open()
  assert.match(page.text, /1 post on this page needs your approval|on this page need your approval/)
  assert.ok(!page.text.includes(last.text))
  const path = /href="([^"]*\?after=[^"]*)"/.exec(page.text)?.[1] ?? assert.fail('no next page')
  const second = await browser.call(path)
  assert.ok(second.text.includes(last.text))
  assert.doesNotMatch(second.text, /\?after=/)
  // The copies have no targets, so that nothing about them can be decided.
  assert.equal((await browser.approve(first.id, await browser.hashOf(first.id))).status, 303)
  const next = /<a class="go" href="([^"]+)"/.exec((await browser.see(first.id)).text)?.[1]
  assert.ok(next?.endsWith(last.id), next)
  assert.equal((await browser.call(`${browser.path}?after=nothing`)).status, 200)
})
