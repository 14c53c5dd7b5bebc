import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { inTx } from '#infra/db/client.ts'
import { minutes } from '#kernel/clock.ts'
import { watchNotices } from '#modules/notices/index.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import { mailsTo } from '#test/world/mails.ts'
import { done, grant, makeProfile } from '#test/world/people.ts'

let t: TestApp
let profileId: string
const people: Person[] = []
let [owner, mia, noah]: Person[] = []
before(async () => {
  t = await startApp()
  owner = await t.as('olga')
  profileId = await makeProfile(owner, 'Harbour')
  for (const name of ['mia', 'noah']) {
    const person = await t.as(name)
    await grant(owner, profileId, person, 'contributor')
    people.push(person)
  }
  ;[mia, noah] = people
})
after(() => t[Symbol.asyncDispose]())

const me = (person: Person | undefined): Person => {
  assert.ok(person)
  return person
}
const draft = async (who: Person): Promise<string> =>
  done(await who.post('/v1/posts', { profileId, content: 'Open again', saveAsDraft: true }), 201).body.id
const say = async (who: Person, postId: string, text: string, more: object = {}): Promise<string> =>
  done(await who.post(`/v1/posts/${postId}/team-comments`, { text, ...more }), 201).body.id

interface Notice {
  readonly kind: string
  readonly postId: string
  readonly byName: string
  readonly note: string
  readonly teamCommentId: string
  readonly solvedAt: string | null
}
const noticesOf = async (who: Person, postId: string): Promise<Notice[]> =>
  done(await who.get('/v1/notices?limit=100')).body.notices.filter((one: Notice) => one.postId === postId)
const kindsOf = async (who: Person, postId: string) => (await noticesOf(who, postId)).map(({ kind }) => kind)
const mailDue = async () => {
  await t.advance(minutes(4))
  await inTx(t.db, (tx) => t.deps.queue.enqueue(tx, watchNotices, {}))
  await t.settle()
}
const mailsWith = async (who: Person, words: string) =>
  (await mailsTo(t, who.email)).filter(({ text }) => text.includes(words))

test('a mention reaches the person with the words and a link to the comment, once, and never the writer', async () => {
  const [writer, other] = [me(mia), me(noah)]
  const postId = await draft(writer)
  const id = await say(writer, postId, 'Look at the anchor price', { mentions: [other.uid, writer.uid] })
  const [notice, ...more] = await noticesOf(other, postId)
  assert.deepEqual(
    [notice?.kind, notice?.byName, notice?.note, notice?.teamCommentId, more],
    ['team_mentioned', 'mia', 'Look at the anchor price', id, []],
  )
  assert.deepEqual(await kindsOf(writer, postId), [])
  await mailDue()
  await mailDue()
  const [mail, ...others] = await mailsWith(other, 'Look at the anchor price')
  assert.equal(mail?.subject, 'mia mentioned you on a Harbour post')
  assert.ok(mail.text.includes(`/p/${profileId}/posts/${postId}#${id}`), mail.text)
  assert.match(mail.text, /Only members of Harbour can read it/)
  assert.deepEqual(others, [])
  assert.deepEqual(await mailsWith(writer, 'Look at the anchor price'), [])
})

test('a comment reaches the author of the post and everyone in its thread, and no one else', async () => {
  const [author, writer, boss] = [me(mia), me(noah), me(owner)]
  const postId = await draft(author)
  const id = await say(writer, postId, 'The image?')
  assert.deepEqual(await kindsOf(author, postId), ['team_commented'])
  assert.deepEqual([await kindsOf(writer, postId), await kindsOf(boss, postId)], [[], []])
  await say(boss, postId, 'A darker one', { replyTo: id })
  assert.deepEqual(await kindsOf(writer, postId), ['team_commented'])
  assert.equal((await noticesOf(author, postId)).length, 2)
  await say(author, postId, 'Done', { replyTo: id })
  assert.deepEqual(await kindsOf(boss, postId), ['team_commented'])
})

test('editing a comment corrects its notices and tells only people who are mentioned for the first time', async () => {
  const [writer, first, second] = [me(owner), me(mia), me(noah)]
  const postId = await draft(writer)
  const path = `/v1/posts/${postId}/team-comments/${await say(writer, postId, 'Wrong', { mentions: [first.uid] })}`
  done(await writer.patch(path, { text: 'Right', mentions: [first.uid, second.uid] }))
  for (const person of [first, second]) {
    const [notice, ...more] = await noticesOf(person, postId)
    assert.deepEqual([notice?.kind, notice?.note, more], ['team_mentioned', 'Right', []])
  }
})

test('deleted words are in no notice and no later email, and a resolved thread is not emailed', async () => {
  const [writer, other] = [me(owner), me(mia)]
  const postId = await draft(writer)
  const path = `/v1/posts/${postId}/team-comments`
  const gone = await say(writer, postId, 'A regret', { mentions: [other.uid] })
  const blank = await say(writer, postId, 'Another regret', { mentions: [other.uid] })
  await say(writer, postId, 'A reply', { replyTo: blank })
  for (const id of [gone, blank]) done(await writer.delete(`${path}/${id}`))
  const settled = await say(writer, postId, 'Settled already', { mentions: [other.uid] })
  done(await writer.post(`${path}/${settled}/resolve`))
  const [notice, ...more] = (await noticesOf(other, postId)).filter(({ kind }) => kind === 'team_mentioned')
  assert.ok(notice?.solvedAt)
  assert.deepEqual([notice.note, more], ['Settled already', []])
  await mailDue()
  for (const words of ['A regret', 'Another regret', 'Settled already'])
    assert.deepEqual(await mailsWith(other, words), [])
})

test('someone who leaves the brand hears no more of it, and each person chooses what they hear', async () => {
  const boss = me(owner)
  const lena = await t.as('lena')
  await grant(boss, profileId, lena, 'viewer')
  const postId = await draft(boss)
  const id = await say(lena, postId, 'My thought')
  await say(boss, postId, 'A secret after she has left', { replyTo: id, mentions: [lena.uid] })
  done(await boss.delete(`/v1/profiles/${profileId}/members/${lena.uid}`))
  await say(boss, postId, 'Another secret', { replyTo: id })
  assert.deepEqual(await noticesOf(lena, postId), [])

  const quiet = [{ kind: 'team_commented', page: false, email: false }]
  done(await boss.put('/v1/notices/preferences', { preferences: quiet }))
  const other = await draft(boss)
  await say(me(mia), other, 'Unheard')
  assert.deepEqual(await kindsOf(boss, other), [])
  await say(me(mia), other, 'Heard', { mentions: [boss.uid] })
  assert.deepEqual(await kindsOf(boss, other), ['team_mentioned'])
  await mailDue()
  assert.deepEqual(await mailsWith(lena, 'secret'), [])
})
