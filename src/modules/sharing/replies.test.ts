import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { request } from 'undici'
import { caps } from '#kernel/caps.ts'
import { fromWire } from '#kernel/ids.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { readEvents } from '#test/world/event-stream.ts'
import { done, grant, makeProfile, refused } from '#test/world/people.ts'

let t: TestApp
before(async () => {
  t = await startApp()
})
after(() => t[Symbol.asyncDispose]())

const script = '<script>alert(1)</script>'

/** A post of a brand with a link, about which a visitor has asked something. */
async function shared(name: string) {
  const owner = await t.as(name)
  const profileId = await makeProfile(owner, 'Harbour')
  const draft = { profileId, content: 'Open again', saveAsDraft: true }
  const { id: postId } = done(await owner.post('/v1/posts', draft), 201).body as { id: string }
  const { body: link } = done(await owner.post(`/v1/posts/${postId}/share-link`, { comments: true }), 201)
  const path = `/v1/posts/${postId}/comments`
  const ask = { name: 'Maria', text: 'When do you open?' }
  done(await t.anyone.post(`/v1/share/p/${link.token}/comments`, ask), 201)
  return { owner, profileId, postId, path, token: link.token as string }
}

/** Opens the page of a link as a browser does. */
async function openPage(token: string): Promise<string> {
  const { body } = await request(`${t.url}/v1/share/p/${token}`, { headers: { accept: 'text/html' } })
  return await body.text()
}

test('201: visitors read a reply with the name of its author and brand, and nothing else of the person', async () => {
  const { owner, path, token } = await shared('replies-page')
  const made = done(await owner.post(path, { text: ` At nine. ${script} ` }), 201).body
  assert.deepEqual([made.isReply, made.author.name, made.text], [true, 'replies-page', `At nine. ${script}`])
  const { comments } = (await t.anyone.get(`/v1/share/p/${token}`)).body
  assert.deepEqual(
    comments.map((one: { name: string; isReply: boolean }) => [one.name, one.isReply]),
    [
      ['Maria', false],
      ['replies-page', true],
    ],
  )
  assert.deepEqual(Object.keys(comments[1]).sort(), ['createdAt', 'fineByMe', 'isReply', 'name', 'text'])
  const page = await openPage(token)
  assert.match(page, /<b>replies-page<\/b><span class="quiet"> · Harbour<\/span>/)
  assert.ok(page.includes('At nine. &lt;script&gt;') && !page.includes(script))
  for (const hidden of [owner.uid, owner.email]) assert.ok(!page.includes(hidden))
})

test('a reply is an event for subscribers and an audit entry without its words, and notifies no colleague', async () => {
  const { owner, postId, path } = await shared('replies-event')
  const before = (await owner.get('/v1/notices')).body.notices.length
  const { id } = done(await owner.post(path, { text: 'At nine.' }), 201).body
  const { body } = await readEvents(t, owner, '?limit=100')
  const events = body.events.filter(({ type }: { type: string }) => type === 'post.commented')
  assert.deepEqual(
    events.map(({ data }: { data: { name: string; isReply: boolean } }) => [data.name, data.isReply]),
    [
      ['Maria', false],
      ['replies-event', true],
    ],
  )
  assert.equal((await owner.get('/v1/notices')).body.notices.length, before)
  const { body: entries } = await owner.get(`/v1/posts/${postId}/audit`)
  const [entry] = entries.filter(({ action }: { action: string }) => action === 'post.comment_replied')
  assert.deepEqual(entry.changes, { comment: { from: null, to: id } })
})

test('a deleted reply is gone for visitors, and the reply of a deleted person has the name of the brand', async () => {
  const { owner, profileId, path, token } = await shared('replies-gone')
  const editor = await t.as('replies-editor')
  await grant(owner, profileId, editor, 'editor')
  const mine = done(await owner.post(path, { text: 'At nine.' }), 201).body
  done(await editor.post(path, { text: 'At ten.' }), 201)
  done(await owner.delete(`${path}/${mine.id}`), 200)
  await t.db.deleteFrom('appUser').where('appUser.id', '=', fromWire('usr', editor.uid)!).execute()
  const said = (await owner.get(path)).body.map((one: { name: string; author: object | null }) => [
    one.name,
    one.author,
  ])
  assert.deepEqual(said, [
    ['Maria', null],
    ['Harbour', null],
  ])
  const page = await openPage(token)
  assert.ok(page.includes('At ten.') && !page.includes('At nine.') && !page.includes('replies-editor'))
})

test('403, 409, 400: replying requires the right to publish, a post outside the trash, and words', async () => {
  const { owner, profileId, postId, path } = await shared('replies-refused')
  const colleague = await t.as('replies-colleague')
  for (const role of ['viewer', 'contributor', 'approver'] as const) {
    await grant(owner, profileId, colleague, role)
    refused(await colleague.post(path, { text: 'x' }), 403, 'profile_role_required')
  }
  for (const body of [{}, { text: ' \n' }, { text: 'x'.repeat(2_001) }, { text: 'x', name: 'Maria' }])
    refused(await owner.post(path, body), 400, 'validation_failed')
  const once = { headers: { 'idempotency-key': 'reply-once' } }
  const twice = [await owner.post(path, { text: 'Once.' }, once), await owner.post(path, { text: 'Once.' }, once)]
  assert.equal(twice[0]?.body.id, twice[1]?.body.id)
  assert.equal((await owner.get(path)).body.length, 2)
  done(await owner.delete(`/v1/posts/${postId}`), 200)
  refused(await owner.post(path, { text: 'x' }), 409, 'post_in_trash')
})

test('409: replies and comments of visitors have one limit', async () => {
  const { owner, postId, path } = await shared('replies-full')
  const values = { postId: fromWire('post', postId)!, ownerUid: fromWire('usr', owner.uid)! }
  const one = { ...values, linkId: null, name: 'M', text: 'x', fineByMe: false, createdAt: t.now() }
  const copies = Array.from({ length: caps.commentsOfPost - 1 }, () => ({ ...one, id: crypto.randomUUID() as never }))
  await t.db.insertInto('postComment').values(copies).execute()
  refused(await owner.post(path, { text: 'x' }), 409, 'share_comments_full')
})
