import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { inTx } from '#infra/db/client.ts'
import { days } from '#kernel/clock.ts'
import { fromWire } from '#kernel/ids.ts'
import { verifyAudit } from '#modules/audit/index.ts'
import { purgePosts } from '#modules/posts/index.ts'
import { purgeProfiles } from '#modules/profiles/index.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { clientsOf, type Guest, lastCode } from '#test/world/guests.ts'
import { done, grant, refused } from '#test/world/people.ts'
import { connectBoth, inTime } from '#test/world/posts.ts'
import { sweepGuests } from './jobs.ts'

/** Ada owns the brand and writes. Maria is the client. */
let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
let brand: string
before(async () => {
  t = await startApp({ sandbox: true })
  w = await connectBoth(t)
  brand = `/v1/profiles/${w.profileId}`
})
after(() => t[Symbol.asyncDispose]())

const { audit, browse, invite, setSteps, state, write } = clientsOf(() => ({ t, w }))
const day = (ms: number) => new Date(t.now().getTime() + ms).toISOString().slice(0, 10)
beforeEach(() => setSteps([], { requiredApprovals: 0, approverRole: 'admin', guestCodes: true }))

/** Confirms a browser by approving a post. */
async function approveWithCode(guest: Guest, id: string, browser = browse(guest)) {
  const asked = await browser.approve(id, await browser.hashOf(id))
  assert.equal(asked.status, 200, asked.text)
  return { browser, answer: await browser.confirm(browser.challengeIn(asked), await lastCode(t, guest.email)) }
}

test('a brand can do without codes: then the log says unconfirmed, and only its approver role can decide so', async () => {
  const guest = await invite()
  await setSteps([{ name: 'Client', guestIds: [guest.id] }], { approverRole: 'owner' })
  const boss = await t.as('boss')
  await grant(w.ada, w.profileId, boss, 'admin')
  refused(await boss.patch(brand, { guestCodes: false }), 403, 'profile_role_required')
  done(await w.ada.patch(brand, { guestCodes: false }))
  const { id } = await write()
  const browser = browse(guest)
  const answer = await browser.approve(id, await browser.hashOf(id))
  assert.deepEqual([answer.status, answer.headers['set-cookie']], [303, undefined])
  const [decision] = (await state(id)).guestDecisions
  assert.deepEqual([decision.isCurrent, decision.isConfirmed], [true, false])
  const entry = (await audit(id)).find(({ action }) => action === 'post.approved_by_guest')
  assert.equal(entry?.changes.confirmation?.to, 'unconfirmed')
})

test('a guest whose address is that of the post’s author cannot approve it', async () => {
  const guest = await invite({ email: w.person.email.toUpperCase(), send: false })
  await setSteps([{ name: 'Client', guestIds: [guest.id] }], { guestCodes: false })
  const { id } = await write()
  const { contentHash } = await state(id)
  assert.equal((await browse(guest).approve(id, contentHash)).status, 403)
  assert.equal((await state(id)).status, 'needed')
})

test('a guest sees no draft, no post of another brand or outside the period, no team comment, no history and no address', async () => {
  const guest = await invite({ may: 'comment' })
  const shownPost = await write()
  const draft = await write({ saveAsDraft: true, scheduledAt: inTime(t, days(2)) })
  const late = await write({ scheduledAt: inTime(t, days(70)) })
  const trash = await write()
  done(await w.ada.delete(`/v1/posts/${trash.id}`))
  const other = done(await w.ada.post('/v1/profiles', { name: 'Other brand' })).body
  const foreign = done(
    await w.ada.post('/v1/posts', { profileId: other.id, content: 'of another brand', saveAsDraft: true }),
    201,
  ).body
  done(await w.ada.patch(`/v1/posts/${shownPost.id}`, { content: `${shownPost.text}, second version` }))
  done(await w.ada.post(`/v1/posts/${shownPost.id}/team-comments`, { text: 'The client must not read this.' }), 201)
  const browser = browse(guest)
  const [list, post] = [await browser.open(), await browser.see(shownPost.id)]
  assert.ok(list.text.includes(shownPost.text))
  for (const { text } of [draft, late, trash]) assert.ok(!list.text.includes(text), text)
  for (const { id } of [draft, late, trash, foreign]) assert.equal((await browser.see(id)).status, 404)
  for (const { text } of [list, post]) {
    assert.doesNotMatch(text, /of another brand|must not read|<script|\b(usr|prof|acc|tgt|media|gst)_[0-9a-z]{26}/)
    assert.ok(!text.includes(w.person.email) && !text.includes(guest.email))
  }
  assert.doesNotMatch(post.text, /\/approve"|\/changes"/)
  assert.match(post.text, /\/comments"/)
})

test('the pages run no script, are not indexed or cached, and send their URL to no one', async () => {
  const guest = await invite()
  const { id } = await write()
  const browser = browse(guest)
  for (const { headers, text } of [await browser.open(), await browser.see(id)]) {
    assert.match(String(headers['content-security-policy']), /^default-src 'none'; style-src 'sha256-/)
    assert.doesNotMatch(String(headers['content-security-policy']), /script|unsafe/)
    assert.deepEqual(
      [headers['x-robots-tag'], headers['referrer-policy'], headers['cache-control']],
      ['noindex, nofollow', 'no-referrer', 'private, no-store'],
    )
    assert.ok(!text.includes('og:'))
  }
})

test('a comment of a confirmed guest is among those of visitors, with the guest', async () => {
  const guest = await invite()
  const { id } = await write()
  const browser = browse(guest)
  const asked = await browser.comment(id, 'Is the date right?')
  assert.equal((await browser.confirm(browser.challengeIn(asked), await lastCode(t, guest.email))).status, 303)
  const [comment] = done(await w.ada.get(`/v1/posts/${id}/comments`)).body
  assert.deepEqual([comment.guestId, comment.name, comment.text], [guest.id, 'Maria', 'Is the date right?'])
  assert.match((await browser.see(id)).text, /Is the date right\?/)
})

test('a link to one post shows only that', async () => {
  const { id, text } = await write()
  const other = await write()
  const guest = await invite({ from: undefined, to: undefined, postId: id })
  const browser = browse(guest)
  assert.ok((await browser.open()).text.includes(text))
  assert.equal((await browser.see(other.id)).status, 404)
  assert.equal((await approveWithCode(guest, id, browser)).answer.status, 303)
})

test('400, 403: an invitation needs an end within a year, one post or a period, and a plan with share links', async () => {
  const body = {
    name: 'Maria',
    email: 'm@client.example',
    from: day(0),
    to: day(days(9)),
    expiresAt: inTime(t, days(9)),
  }
  const asked = (more: object) => w.ada.post(`${brand}/guests`, { ...body, ...more })
  for (const wrong of [
    { expiresAt: undefined },
    { expiresAt: inTime(t, -1) },
    { expiresAt: inTime(t, days(367)) },
    { from: day(days(2)), to: day(0) },
    { to: undefined },
    { to: day(days(400)) },
    { postId: (await write()).id },
    { from: undefined, to: undefined, postId: 'post_01kajv4z00e008000000000001' },
    { email: 'nowhere' },
    { may: 'publish' },
  ])
    refused(await asked(wrong), 400, 'validation_failed')
  const plain = await t.as('plain')
  const { id } = done(await plain.post('/v1/profiles', { name: 'Small' })).body
  await t.db
    .updateTable('appUser')
    .set({ plan: 'free' })
    .where('appUser.id', '=', fromWire('usr', plain.uid)!)
    .execute()
  refused(await plain.post(`/v1/profiles/${id}/guests`, body), 403, 'plan_required')
})

test('a deleted guest leaves neither name nor address in the audit log, which still proves itself', async () => {
  const guest = await invite()
  const { id } = await write()
  await approveWithCode(guest, id)
  done(await w.ada.delete(`${brand}/guests/${guest.id}`))
  await t.settle()
  const { rows } = await sql<{ text: string }>`select changes::text as text from audit_entry`.execute(t.db)
  assert.ok(!rows.some(({ text }) => text.includes(guest.email)))
  assert.ok((await audit(id)).some(({ action }) => action === 'post.approved_by_guest'))
  assert.deepEqual((await verifyAudit(t.db, [], t.deps.seal)).faults, [])
  assert.deepEqual((await state(id)).guestDecisions, [])
})

test('a guest whose post or brand is purged leaves neither name nor address in the audit log, which still proves itself', async () => {
  const { body: other } = await w.ada.post('/v1/profiles', { name: 'Short-lived' })
  const { id } = await write()
  const usual = { name: 'Maria', expiresAt: inTime(t, days(90)), send: false }
  const ofPost = await invite({ from: undefined, to: undefined, postId: id, email: 'purged-post@client.example' })
  const body = { ...usual, email: 'purged-brand@client.example', from: day(0), to: day(days(30)) }
  const ofBrand: Guest = done(await w.ada.post(`/v1/profiles/${other.id}/guests`, body), 201).body
  const kept = await invite({ email: 'kept@client.example' })
  done(await w.ada.delete(`/v1/posts/${id}`))
  done(await w.ada.delete(`/v1/profiles/${other.id}`))
  const mentioned = async ({ email }: Guest) => {
    const { rows } = await sql<{ text: string }>`select changes::text as text from audit_entry`.execute(t.db)
    return rows.some(({ text }) => text.includes(email))
  }
  assert.deepEqual([await mentioned(ofPost), await mentioned(ofBrand)], [true, true])
  await t.advance(days(31))
  for (const job of [purgePosts, purgeProfiles, sweepGuests]) {
    await inTx(t.db, (tx) => t.deps.queue.enqueue(tx, job, {}))
    await t.settle()
  }
  assert.deepEqual([await mentioned(ofPost), await mentioned(ofBrand), await mentioned(kept)], [false, false, true])
  assert.deepEqual((await verifyAudit(t.db, [], t.deps.seal)).faults, [])
})
