import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { scopeNames } from '#kernel/caller.ts'
import { days, hours, minutes } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { clientsOf, type Guest, lastCode } from '#test/world/guests.ts'
import { mailsTo } from '#test/world/mails.ts'
import { meetHalfway } from '#test/world/meet.ts'
import { done, grant, refused } from '#test/world/people.ts'
import { connectBoth, inTime, withKey } from '#test/world/posts.ts'

const scopes = scopeNames.filter((name) => !name.startsWith('admin:'))

/** Ada owns the brand and writes, Ed is an editor. Maria is the client. */
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
  ed = await withKey(t, person, scopes)
})
after(() => t[Symbol.asyncDispose]())

const { audit, browse, invite, setSteps, state, write } = clientsOf(() => ({ t, w }))
const day = (ms: number) => new Date(t.now().getTime() + ms).toISOString().slice(0, 10)
const shown = (text: string) => t.sandbox.ledger.entries({}).filter((entry) => entry.text === text).length
beforeEach(() => setSteps([], { requiredApprovals: 0, approverRole: 'admin', guestCodes: true }))

/** Confirms a browser by approving a post. */
async function approveWithCode(guest: Guest, id: string, browser = browse(guest)) {
  const asked = await browser.approve(id, await browser.hashOf(id))
  assert.equal(asked.status, 200, asked.text)
  return { browser, answer: await browser.confirm(browser.challengeIn(asked), await lastCode(t, guest.email)) }
}

test('a guest’s approval in a step, confirmed with a code, publishes the post, and the log says who agreed to what', async () => {
  const guest = await invite()
  await setSteps([{ name: 'Client', guestIds: [guest.id] }])
  const { id, text } = await write({ scheduledAt: inTime(t, minutes(10)) })
  const before = await state(id)
  assert.deepEqual(before.guestApprovers, [{ guestId: guest.id, name: 'Maria' }])
  assert.equal(before.isLeftToOwner, false)

  const { answer, browser } = await approveWithCode(guest, id)
  assert.equal(answer.status, 303, answer.text)
  assert.match(String(answer.headers['set-cookie']), /HttpOnly/)
  assert.match(String(answer.headers['set-cookie']), /SameSite=Lax/)
  assert.match(String(answer.headers['set-cookie']), /Max-Age=2592000/)
  assert.ok(String(answer.headers['set-cookie']).includes(`Path=${browser.path}`))
  assert.match((await browser.see(id)).text, /You approved this post/)
  const { status, guestDecisions } = await state(id)
  assert.equal(status, 'approved')
  const [{ name, decision, isCurrent, isConfirmed }] = guestDecisions
  assert.deepEqual([name, decision, isCurrent, isConfirmed], ['Maria', 'approved', true, true])
  const entry = (await audit(id)).find(({ action }) => action === 'post.approved_by_guest')
  assert.equal(entry?.changes.contentHash?.to, before.contentHash)
  assert.equal(entry?.changes.confirmation?.to, 'confirmed')
  assert.equal(entry?.changes.guest?.to, guest.id)
  const { entries } = done(await w.ada.get(`${brand}/activity`)).body
  const named = entries.find(({ action }: { action: string }) => action === 'guest.approved')
  assert.deepEqual([named.changes.name.to, named.changes.email.to], ['Maria', guest.email])
  await t.advance(minutes(10))
  assert.equal(shown(text), 1)
})

test('a second decision on the same browser needs no code, and one on another browser does', async () => {
  const guest = await invite()
  const [first, second] = [await write(), await write()]
  const { browser } = await approveWithCode(guest, first.id)
  assert.equal((await browser.approve(second.id, await browser.hashOf(second.id))).status, 303)
  const other = browse(guest)
  const third = await write()
  assert.match((await other.approve(third.id, await other.hashOf(third.id))).text, /name="challenge"/)
  assert.deepEqual((await state(third.id)).guestDecisions, [])
  await t.advance(days(31))
  const fourth = await write()
  assert.match((await browser.approve(fourth.id, await browser.hashOf(fourth.id))).text, /name="challenge"/)
})

test('a forwarded link can look, and neither approves, rejects nor comments', async () => {
  const guest = await invite()
  const { id } = await write()
  const stranger = browse(guest)
  const hash = await stranger.hashOf(id)
  for (const page of [
    await stranger.approve(id, hash),
    await stranger.reject(id, hash, 'No.'),
    await stranger.comment(id, 'Hello'),
  ]) {
    assert.match(page.text, /Enter your code/)
    assert.ok(!page.text.includes(guest.email), 'the address is not shown')
    assert.equal(page.headers['set-cookie'], undefined)
  }
  assert.deepEqual((await state(id)).guestDecisions, [])
  assert.deepEqual(done(await w.ada.get(`/v1/posts/${id}/comments`)).body, [])
  assert.equal(done(await w.ada.get(`/v1/posts/${id}`)).body.status, 'scheduled')
})

test('a mail scanner that opens every link decides nothing, and the link counts as unseen', async () => {
  const guest = await invite()
  const { id } = await write()
  const { path } = browse(guest)
  const before = await state(id)
  for (const method of ['GET', 'HEAD'])
    for (const at of [
      '',
      `/posts/${id}`,
      `/posts/${id}/approve`,
      `/posts/${id}/changes`,
      `/posts/${id}/comments`,
      '/confirm',
    ])
      await fetch(`${t.url}${path}${at}?contentHash=${before.contentHash}`, {
        method,
        headers: { 'user-agent': 'Mail Scanner', accept: 'text/html' },
      })
  assert.deepEqual(await state(id), before)
  assert.equal(done(await w.ada.get(`${brand}/guests/${guest.id}`)).body.seenAt, null)
  assert.deepEqual(
    (await mailsTo(t, guest.email)).map(({ subject }) => /code/i.test(subject)),
    [false],
  )
})

test('after five wrong codes the right one no longer works, and a code expires after 15 minutes', async () => {
  const guest = await invite()
  const { id } = await write()
  const browser = browse(guest)
  const ask = async () => browser.challengeIn(await browser.approve(id, await browser.hashOf(id)))
  const challenge = await ask()
  const code = await lastCode(t, guest.email)
  const wrong = code === '000000' ? '111111' : '000000'
  for (const left of [4, 3, 2, 1]) {
    const answer = await browser.confirm(challenge, wrong)
    assert.equal(answer.status, 403)
    assert.match(answer.text, new RegExp(`${left} (try|tries) left`))
  }
  assert.match((await browser.confirm(challenge, wrong)).text, /no longer works/)
  assert.match((await browser.confirm(challenge, code)).text, /no longer works/)
  const late = await ask()
  const lateCode = await lastCode(t, guest.email)
  await t.advance(minutes(15))
  assert.match((await browser.confirm(late, lateCode)).text, /no longer works/)
  assert.deepEqual((await state(id)).guestDecisions, [])
  // A code works once.
  const again = await ask()
  const works = await lastCode(t, guest.email)
  assert.equal((await browser.confirm(again, works)).status, 303)
  browser.forget()
  assert.match((await browser.confirm(again, works)).text, /no longer works/)
})

test('429: a guest gets five codes an hour', async () => {
  const guest = await invite()
  const { id } = await write()
  const browser = browse(guest)
  const hash = await browser.hashOf(id)
  for (let n = 0; n < 5; n++) assert.equal((await browser.approve(id, hash)).status, 200)
  assert.equal((await browser.approve(id, hash)).status, 429)
  await t.advance(hours(1))
  assert.equal((await browser.approve(id, hash)).status, 200)
})

test('409: an edit between the page and the yes voids it, also after the code, and voids an earlier yes', async () => {
  const guest = await invite()
  await setSteps([{ name: 'Client', guestIds: [guest.id] }])
  const { id } = await write()
  const browser = browse(guest)
  const asked = await browser.approve(id, await browser.hashOf(id))
  done(await w.ada.patch(`/v1/posts/${id}`, { content: 'edited before the code was entered' }))
  const answer = await browser.confirm(browser.challengeIn(asked), await lastCode(t, guest.email))
  assert.equal(answer.status, 409)
  assert.match(answer.text, /This post has changed/)
  assert.deepEqual((await state(id)).guestDecisions, [])
  assert.equal((await browser.approve(id, await browser.hashOf(id))).status, 303, 'the browser is confirmed')
  assert.equal((await state(id)).status, 'approved')
  done(await w.ada.patch(`/v1/posts/${id}`, { content: 'edited after the yes' }))
  const { status, guestDecisions } = await state(id)
  assert.deepEqual([status, guestDecisions[0].isCurrent], ['needed', false])
  assert.match((await browser.see(id)).text, /has changed since your decision/)
  // A new time voids nothing.
  assert.equal((await browser.approve(id, await browser.hashOf(id))).status, 303)
  done(await w.ada.patch(`/v1/posts/${id}`, { scheduledAt: inTime(t, days(3)) }))
  assert.equal((await state(id)).status, 'approved')
})

test('an edit that is being saved is seen by the approval that waits for it', async () => {
  const guest = await invite()
  const [{ id }, other] = [await write(), await write()]
  const { browser } = await approveWithCode(guest, other.id)
  const hash = await browser.hashOf(id)
  const [edited, answer] = await meetHalfway(
    t,
    'audit_entry',
    () => w.ada.patch(`/v1/posts/${id}`, { content: 'edited at the same time' }),
    () => browser.approve(id, hash),
  )
  assert.deepEqual([edited.status, answer.status], [200, 409])
  assert.deepEqual((await state(id)).guestDecisions, [])
})

test('a request for changes makes the post a draft that guests no longer see, with the reason for its author', async () => {
  const guest = await invite()
  const { id, text } = await write()
  const browser = browse(guest)
  const asked = await browser.reject(id, await browser.hashOf(id), 'The price is wrong.')
  const answer = await browser.confirm(browser.challengeIn(asked), await lastCode(t, guest.email))
  assert.match(answer.text, /Your request was sent/)
  const post = done(await w.ada.get(`/v1/posts/${id}`)).body
  assert.equal(post.status, 'draft')
  assert.equal((await state(id)).guestDecisions[0].reason, 'The price is wrong.')
  assert.equal((await browser.see(id)).status, 404)
  assert.ok(!(await browser.open()).text.includes(text))
  const mail = (await mailsTo(t, w.person.email)).at(-1)
  assert.match(mail?.text ?? '', /Maria[\s\S]*The price is wrong\./)
})

test('the steps decide in their order: the guest waits for the editor, and is emailed when it is their turn', async () => {
  const guest = await invite()
  await setSteps([
    { name: 'Editor', roles: ['editor'] },
    { name: 'Client', guestIds: [guest.id] },
  ])
  const { id } = await write()
  const browser = browse(guest)
  assert.match((await browser.see(id)).text, /The team reviews this post first/)
  const { contentHash } = await state(id)
  assert.match((await browser.approve(id, contentHash)).text, /Enter your code/)
  const early = await browser.approve(id, contentHash)
  assert.equal((await browser.confirm(browser.challengeIn(early), await lastCode(t, guest.email))).status, 409)
  done(await ed.post(`/v1/posts/${id}/approve`, { contentHash }))
  assert.ok((await mailsTo(t, guest.email)).some(({ subject }) => /need your approval/.test(subject)))
  assert.match((await browser.open()).text, /1 post needs your approval/)
  assert.equal((await browser.approve(id, contentHash)).status, 303)
  assert.equal((await state(id)).status, 'approved')
})

test('two approvers of one step at once: a member and a guest, and the post is approved once', async () => {
  const guest = await invite()
  const other = await write()
  const { browser } = await approveWithCode(guest, other.id)
  await setSteps([{ name: 'Client', roles: ['editor'], guestIds: [guest.id] }])
  const { id } = await write()
  const hash = await browser.hashOf(id)
  const [member, answer] = await meetHalfway(
    t,
    'audit_entry',
    () => ed.post(`/v1/posts/${id}/approve`, { contentHash: hash }),
    () => browser.approve(id, hash),
  )
  assert.deepEqual([member.status, answer.status], [200, 409])
  assert.match(answer.text, /already decided/)
  assert.equal((await state(id)).status, 'approved')
})

test('without a step that names the guest, a yes is shown and does not count', async () => {
  const guest = await invite()
  await setSteps([], { requiredApprovals: 1 })
  const { id } = await write()
  await approveWithCode(guest, id)
  const { status, guestDecisions } = await state(id)
  assert.deepEqual([status, guestDecisions[0].isSame, guestDecisions[0].isCurrent], ['needed', true, false])
  assert.deepEqual(done(await w.ada.get(`/v1/posts?profileId=${w.profileId}&approval=waiting`)).body.posts.length, 0)
})

test('a revoked link stops at once, also with a confirmed browser, and its approvals no longer count', async () => {
  const guest = await invite()
  await setSteps([{ name: 'Client', guestIds: [guest.id] }])
  const [first, second] = [await write(), await write()]
  const { browser } = await approveWithCode(guest, first.id)
  const hash = await browser.hashOf(second.id)
  assert.equal((await state(first.id)).status, 'approved')
  done(await w.ada.post(`${brand}/guests/${guest.id}/revoke`))
  for (const page of [await browser.open(), await browser.see(second.id), await browser.approve(second.id, hash)]) {
    assert.equal(page.status, 404)
    assert.match(page.text, /This link no longer works/)
  }
  const { status, guestDecisions, isLeftToOwner } = await state(first.id)
  assert.deepEqual([status, guestDecisions[0].isCurrent, isLeftToOwner], ['needed', false, true])
  assert.deepEqual((await state(second.id)).guestDecisions, [])
  refused(await w.ada.post(`${brand}/guests/${guest.id}/send`), 409, 'guest_revoked')
})

test('an expired link stops, and its approvals still count', async () => {
  const guest = await invite({ expiresAt: inTime(t, days(1)) })
  await setSteps([{ name: 'Client', guestIds: [guest.id] }])
  const { id, text } = await write()
  const { browser } = await approveWithCode(guest, id)
  await t.advance(days(1))
  assert.equal((await browser.open()).status, 404)
  assert.equal((await state(id)).status, 'approved')
  await t.advance(days(1))
  assert.equal(shown(text), 1)
})

test('the link ends with its inviter’s membership, and a member who sends it again takes their place with a new link', async () => {
  const person = await t.as('leaver')
  await grant(w.ada, w.profileId, person, 'editor')
  const email = 'lena@client.example'
  const body = { name: 'Lena', email, from: day(0), to: day(days(20)), expiresAt: inTime(t, days(30)) }
  const guest: Guest = done(await person.post(`${brand}/guests`, body), 201).body
  await setSteps([{ name: 'Client', guestIds: [guest.id] }])
  const { id } = await write()
  await approveWithCode(guest, id)
  done(await w.ada.delete(`${brand}/members/${person.uid}`))
  assert.equal((await browse(guest).open()).status, 404)
  assert.equal((await state(id)).status, 'approved')
  const again: Guest = done(await w.ada.post(`${brand}/guests/${guest.id}/send`)).body
  assert.notEqual(again.url, guest.url)
  assert.equal((await browse(guest).open()).status, 404)
  assert.equal((await browse(again).open()).status, 200)
})
