import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { minutes } from '#kernel/clock.ts'
import { fromWire } from '#kernel/ids.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import { readEvents } from '#test/world/event-stream.ts'
import { done, grant, makeProfile, refused } from '#test/world/people.ts'

let t: TestApp
let owner: Person
let profileId: string
const people = {} as Record<'viewer' | 'contributor' | 'approver' | 'editor' | 'admin', Person>
before(async () => {
  t = await startApp()
  owner = await t.as('ada')
  profileId = await makeProfile(owner)
  for (const role of ['viewer', 'contributor', 'approver', 'editor', 'admin'] as const) {
    people[role] = await t.as(`team-${role}`)
    await grant(owner, profileId, people[role], role)
  }
})
after(() => t[Symbol.asyncDispose]())

const draft = async (who: Person = owner): Promise<string> =>
  done(await who.post('/v1/posts', { profileId, content: 'Open again', saveAsDraft: true }), 201).body.id
const on = (postId: string, rest = '') => `/v1/posts/${postId}/team-comments${rest}`
const say = async (who: Person, postId: string, text: string, more: object = {}) =>
  done(await who.post(on(postId), { text, ...more }), 201).body
const list = async (postId: string, query = '') => done(await owner.get(on(postId, query))).body
const texts = async (postId: string, query = '') =>
  (await list(postId, query)).comments.map(({ text }: { text: string | null }) => text)

test('201: every member can comment, whatever their role, and someone from outside can neither write nor read', async () => {
  const postId = await draft()
  for (const [role, person] of Object.entries(people)) await say(person, postId, `I am ${role}`)
  assert.equal((await list(postId)).comments.length, 5)
  const stranger = await t.as('stranger')
  refused(await stranger.get(on(postId)), 403, 'post_forbidden')
  refused(await stranger.post(on(postId), { text: 'Hello' }), 403, 'post_forbidden')
  refused(await t.anyone.get(on(postId)), 401, 'unauthenticated')
})

test('a reply joins the thread of any of its comments, and comments come back oldest first, by pages', async () => {
  const postId = await draft()
  const first = await say(owner, postId, 'The price?')
  const reply = await say(people.editor, postId, 'Nine.', { replyTo: first.id })
  const other = await say(people.editor, postId, 'The image?')
  const late = await say(people.viewer, postId, 'Ten.', { replyTo: reply.id })
  assert.deepEqual(
    [first, reply, other, late].map(({ threadId }) => threadId),
    [first.id, first.id, other.id, first.id],
  )
  const page = await list(postId, '?limit=3')
  assert.deepEqual([page.hasMore, page.openThreads], [true, 2])
  assert.deepEqual(await texts(postId, `?limit=3&cursor=${page.nextCursor}`), ['Ten.'])
  const [shown] = page.comments
  assert.deepEqual([shown.author.uid, shown.author.name], [owner.uid, 'ada'])
  assert.equal('ownerUid' in shown, false)
})

test('a text is stored as it is written, markup and all, and an empty or too long one is refused', async () => {
  const postId = await draft()
  const text = '  <b>bold</b> & *this*\n\n[link](x) '
  assert.equal((await say(owner, postId, text)).text, text)
  for (const bad of ['', ' \n', 'x'.repeat(4_001)])
    refused(await owner.post(on(postId), { text: bad }), 400, 'validation_failed')
  await say(owner, postId, 'x'.repeat(4_000))
})

test('400: someone who cannot read the post cannot be mentioned, and the refusal does not say who has an account', async () => {
  const postId = await draft()
  const outside = await t.as('outside')
  const mention = async (...mentions: string[]) => await owner.post(on(postId), { text: 'See', mentions })
  const known = await mention(people.viewer.uid, outside.uid)
  refused(known, 400, 'validation_failed')
  const [fault, ...rest] = known.body.errors
  assert.deepEqual([fault.path, fault.code, rest], ['/mentions/1', 'profile_member_not_found', []])
  assert.match(fault.message, /Add them to the profile, or leave them out/)
  const unknown = await mention(people.viewer.uid, `${outside.uid.slice(0, -3)}zzz`)
  assert.deepEqual(unknown.body.errors, known.body.errors)
  assert.deepEqual(await texts(postId), [], 'nothing is half done')
  const made = done(await mention(people.viewer.uid, owner.uid), 201).body
  assert.deepEqual(
    new Set(made.mentions.map(({ uid }: { uid: string }) => uid)),
    new Set([people.viewer.uid, owner.uid]),
  )
  refused(await mention(...Array.from({ length: 21 }, () => owner.uid)), 400, 'validation_failed')
})

test('403: only its author changes a comment, and only the author and admins delete it', async () => {
  const postId = await draft()
  const { id } = await say(people.contributor, postId, 'Nein.')
  refused(await owner.patch(on(postId, `/${id}`), { text: 'Yes.' }), 403, 'team_comment_forbidden')
  refused(await people.editor.delete(on(postId, `/${id}`)), 403, 'team_comment_forbidden')
  const edited = done(await people.contributor.patch(on(postId, `/${id}`), { text: 'Nine.' })).body
  assert.deepEqual([edited.text, edited.editedAt, edited.version], ['Nine.', t.now().toISOString(), 2])
  const same = done(await people.contributor.patch(on(postId, `/${id}`), { text: 'Nine.' })).body
  assert.equal(same.version, 2, 'the same words are not a change')
  done(await people.admin.delete(on(postId, `/${id}`)))
  refused(await owner.get(on(postId, `/${id}`)), 404, 'team_comment_not_found')
  const { id: own } = await say(people.viewer, postId, 'Mine')
  done(await people.viewer.delete(on(postId, `/${own}`)))
})

test('412: a change or deletion with an outdated If-Match does nothing', async () => {
  const postId = await draft()
  const { id } = await say(owner, postId, 'One')
  done(await owner.patch(on(postId, `/${id}`), { text: 'Two' }))
  const old = { headers: { 'if-match': '"1"' } }
  refused(await owner.patch(on(postId, `/${id}`), { text: 'Three' }, old), 412, 'precondition_failed')
  refused(await owner.delete(on(postId, `/${id}`), undefined, old), 412, 'precondition_failed')
  assert.deepEqual(await texts(postId), ['Two'])
})

test('a deleted first comment keeps its replies and loses its words, and follows its last reply', async () => {
  const postId = await draft()
  const first = await say(people.editor, postId, 'Secret price', { mentions: [people.viewer.uid] })
  const reply = await say(owner, postId, 'Thanks', { replyTo: first.id })
  done(await people.editor.delete(on(postId, `/${first.id}`)))
  const [blank] = (await list(postId)).comments
  assert.deepEqual([blank.id, blank.text, blank.mentions], [first.id, null, []])
  assert.ok(blank.deletedAt)
  refused(await people.editor.delete(on(postId, `/${first.id}`)), 404, 'team_comment_not_found')
  refused(await people.editor.patch(on(postId, `/${first.id}`), { text: 'x' }), 404, 'team_comment_not_found')
  done(await owner.delete(on(postId, `/${reply.id}`)))
  assert.deepEqual(await texts(postId), [])
})

test('a thread is resolved once by anyone in the team, found by its state, and reopened by a reply', async () => {
  const postId = await draft()
  const first = await say(owner, postId, 'The price?')
  const reply = await say(people.editor, postId, 'Nine.', { replyTo: first.id })
  await say(owner, postId, 'The image?')
  const resolved = done(await people.approver.post(on(postId, `/${reply.id}/resolve`))).body
  assert.deepEqual([resolved.id, resolved.resolver.uid], [first.id, people.approver.uid])
  const again = done(await people.viewer.post(on(postId, `/${first.id}/resolve`))).body
  assert.deepEqual(again, resolved)
  assert.deepEqual(await texts(postId, '?resolved=true'), ['The price?', 'Nine.'])
  assert.deepEqual(await texts(postId, '?resolved=false'), ['The image?'])
  assert.equal((await list(postId)).openThreads, 1)
  await say(people.viewer, postId, 'Really?', { replyTo: first.id })
  assert.equal((await list(postId)).openThreads, 2)
  done(await owner.post(on(postId, `/${first.id}/resolve`)))
  const open = done(await owner.post(on(postId, `/${reply.id}/reopen`))).body
  assert.deepEqual([open.resolvedAt, open.resolver], [null, null])
})

test('409: a post in the trash accepts no comments, and shows those that it has', async () => {
  const postId = await draft()
  const { id } = await say(owner, postId, 'Why?')
  done(await owner.delete(`/v1/posts/${postId}`))
  refused(await owner.post(on(postId), { text: 'x' }), 409, 'post_in_trash')
  refused(await owner.post(on(postId, `/${id}/resolve`)), 409, 'post_in_trash')
  assert.deepEqual(await texts(postId), ['Why?'])
})

test('404: a comment is found on its own post only', async () => {
  const [one, two] = [await draft(), await draft()]
  const { id } = await say(owner, one, 'Here')
  for (const answer of [
    await owner.get(on(two, `/${id}`)),
    await owner.delete(on(two, `/${id}`)),
    await owner.post(on(two, `/${id}/resolve`)),
    await owner.post(on(two), { text: 'x', replyTo: id }),
  ])
    refused(answer, 404, 'team_comment_not_found')
})

test('429: one person writes at most 30 comments a minute', async () => {
  const postId = await draft()
  const writer = people.approver
  await t.advance(minutes(2))
  const statuses = []
  for (let no = 0; no < 31; no++) statuses.push((await writer.post(on(postId), { text: `No. ${no}` })).status)
  assert.deepEqual(statuses, [...Array.from({ length: 30 }, () => 201), 429])
  await t.advance(minutes(2))
  await say(writer, postId, 'Again')
})

test('409: a post has at most 1,000 team comments, however many members write at once', async () => {
  const postId = await draft()
  await t.advance(minutes(2))
  await say(owner, postId, 'One of many')
  // The other 997 are copies of it, since writing each takes seconds.
  await sql`insert into team_comment select (x.row).* from (
    select jsonb_populate_record(c, jsonb_build_object('id', n.id, 'thread_id', n.id, 'author_uid', null)) as row
    from team_comment c cross join lateral (select gen_random_uuid() as id from generate_series(1, 997)) n
    where c.post_id = ${fromWire('post', postId)}) x`.execute(t.db)
  const answers = await Promise.all(Object.values(people).map((one) => one.post(on(postId), { text: 'x' })))
  assert.equal(answers.filter(({ status }) => status === 201).length, 2)
  for (const answer of answers) if (answer.status !== 201) refused(answer, 409, 'team_comments_full')
})

test('subscribers receive a comment with its words, and that its thread is resolved', async () => {
  const postId = await draft()
  const first = await say(people.editor, postId, 'See this', { mentions: [owner.uid] })
  done(await owner.post(on(postId, `/${first.id}/resolve`)))
  done(await owner.post(on(postId, `/${first.id}/reopen`)))
  const { body } = await readEvents(t, owner, '?limit=100')
  const events = body.events.filter(({ data }: { data: { postId?: string } }) => data.postId === postId)
  const place = { postId, profileId }
  assert.deepEqual(
    events.map(({ type, data }: { type: string; data: object }) => ({ type, ...data })),
    [
      {
        type: 'post.team_commented',
        ...place,
        uid: people.editor.uid,
        commentId: first.id,
        threadId: first.id,
        text: 'See this',
        mentions: [owner.uid],
      },
      { type: 'post.team_thread_resolved', ...place, uid: owner.uid, threadId: first.id },
      { type: 'post.team_thread_reopened', ...place, uid: owner.uid, threadId: first.id },
    ],
  )
})

test('the history of a post says who commented and resolved, and never what they wrote', async () => {
  const postId = await draft()
  const { id } = await say(people.editor, postId, 'Confidential')
  done(await people.editor.patch(on(postId, `/${id}`), { text: 'Confidential too' }))
  done(await owner.post(on(postId, `/${id}/resolve`)))
  done(await people.editor.delete(on(postId, `/${id}`)))
  const history = done(await owner.get(`/v1/posts/${postId}/audit`))
  const found = ['team_commented', 'team_comment_changed', 'team_thread_resolved', 'team_comment_deleted'].filter(
    (deed) => history.text.includes(`post.${deed}`),
  )
  assert.equal(found.length, 4, history.text)
  assert.equal(history.text.includes('Confidential'), false)
})

test('a comment outlives its author’s account, without their name', async () => {
  const postId = await draft()
  const leaver = await t.as('leaver')
  await grant(owner, profileId, leaver, 'editor')
  const { id } = await say(leaver, postId, 'Keep this')
  await say(owner, postId, '@leaver ok', { replyTo: id, mentions: [leaver.uid] })
  done(await leaver.delete('/v1/auth/me'))
  await t.settle()
  const { comments } = await list(postId)
  assert.deepEqual(
    comments.map(
      ({ author, text, mentions }: { author: { name: string } | null; text: string; mentions: object[] }) => [
        author?.name ?? null,
        text,
        mentions.length,
      ],
    ),
    [
      [null, 'Keep this', 0],
      ['ada', '@leaver ok', 0],
    ],
  )
})
