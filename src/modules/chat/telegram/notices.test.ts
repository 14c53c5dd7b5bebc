import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { mastodon } from '#connectors/mastodon/index.ts'
import { minutes } from '#kernel/clock.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import { chatSettings, linkChat, openTelegram } from '#test/world/chats/telegram.ts'
import { pdfOf } from '#test/world/files/pdf.ts'
import { done, grant } from '#test/world/people.ts'
import { fixturePath, noise } from '#test/world/pictures.ts'
import { connectBoth, silentBluesky } from '#test/world/posts.ts'
import { createBotApi } from './bot-api.ts'
import { findChat } from './store/chats.ts'
import { tellNotice } from './talk/tell-notice.ts'

/** Unrequested notices, and messages with more than text. */
let t: TestApp
let chat: Awaited<ReturnType<typeof openTelegram>>
let w: Awaited<ReturnType<typeof connectBoth>>
before(async () => {
  t = await startApp({ sandbox: true, settings: chatSettings, connectors: { mastodon, bluesky: silentBluesky } })
  await t.as('root')
  w = await connectBoth(t)
  chat = await openTelegram(t)
  await linkChat(chat, w.person, 'alice')
})
after(() => t[Symbol.asyncDispose]())

interface ShownPost {
  readonly id: string
  readonly status: string
  readonly content: string
  readonly scheduledAt: string | null
  readonly media: readonly unknown[]
}

const postSaying = async (content: string): Promise<ShownPost | undefined> =>
  done(await w.ada.get('/v1/posts?limit=100')).body.posts.find((post: ShownPost) => post.content === content)
const draft = async (content: string): Promise<string> => {
  const draft = { profileId: w.profileId, platforms: ['bluesky'], content }
  return done(await w.ada.post('/v1/posts', { ...draft, saveAsDraft: true }), 201).body.id
}
const countMessages = (person: string, words: RegExp) =>
  chat.entriesOf(person).filter(({ text }) => words.test(text)).length
const file = (kind: string, name: string, mime: string, bytes: Buffer) => ({
  kind,
  name,
  mime,
  base64: bytes.toString('base64'),
})

test('an approval request reaches the other members, who approve or reject with its buttons; an edited post must be reviewed again', async () => {
  const bob: Person = await t.as('bob')
  await grant(w.person, w.profileId, bob, 'admin')
  await linkChat(chat, bob, 'bob')
  done(await w.person.patch(`/v1/profiles/${w.profileId}`, { requiredApprovals: 1 }))
  const id = await draft('May I?')
  const ask = async () => {
    done(await w.ada.post(`/v1/posts/${id}/request-approval`, {}))
    await t.settle()
  }
  await ask()
  assert.match(chat.last('bob'), /^This post needs your approval\n\nMay I\?/)
  assert.equal(countMessages('alice', /needs your approval/), 0)
  assert.deepEqual(await chat.buttons('bob'), ['Approve', 'Reject'])
  await chat.press('bob', 'Reject')
  assert.match(chat.last('bob'), /^Rejected/)
  assert.match(chat.last('alice'), /^Your post was rejected/)
  await ask()
  done(await w.ada.patch(`/v1/posts/${id}`, { content: 'May I, please?' }))
  await chat.press('bob', 'Approve')
  assert.doesNotMatch(chat.last('bob'), /^You approved/)
  await ask()
  assert.match(chat.last('bob'), /May I, please\?/)
  await chat.press('bob', 'Approve')
  assert.match(chat.last('bob'), /^You approved this post/)
  assert.match(chat.last('alice'), /^Your post was approved/)
  done(await w.person.patch(`/v1/profiles/${w.profileId}`, { requiredApprovals: 0 }))
})

test('“Publish anyway” confirms a warning', async () => {
  const photo = file('photo', 'a.jpg', 'image/jpeg', await noise(60, 40).jpeg().toBuffer())
  await chat.say('alice', { text: 'Without a description', files: [photo] })
  await chat.press('alice', 'Publish now')
  assert.match(chat.last('alice'), /alt text/)
  assert.equal((await postSaying('Without a description'))?.status, 'draft')
  await chat.press('alice', 'Publish anyway')
  await t.advance(10_000)
  assert.equal((await postSaying('Without a description'))?.status, 'published')
})

test('pressing a time schedules the post', async () => {
  await chat.say('alice', 'In an hour')
  await chat.press('alice', 'Schedule')
  const chips = await chat.buttons('alice')
  assert.deepEqual([chips[0], chips.at(-1)], ['In 1 hour', 'Back'])
  await chat.press('alice', 'In 1 hour')
  const { scheduledAt } = (await postSaying('In an hour')) ?? {}
  assert.equal(Date.parse(scheduledAt ?? ''), t.now().getTime() + minutes(60))
  await chat.press('alice', 'Change time')
  await chat.press('alice', 'Tomorrow 18:00')
  assert.match(chat.last('alice'), /^Scheduled for .*, 18:00/)
  await chat.press('alice', 'Back to draft')
})

test('a video, images of every kind and a document are added to their drafts', async () => {
  const video = file('video', 'film.mp4', 'video/mp4', await readFile(fixturePath('plain.mp4')))
  await chat.say('alice', { text: 'A video', files: [video] })
  assert.equal((await postSaying('A video'))?.media.length, 1)
  const sharp = file('photo', 'p.png', 'image/png', await noise(60, 40).png().toBuffer())
  await chat.say('alice', { text: 'A sharp picture', files: [sharp] })
  assert.equal((await postSaying('A sharp picture'))?.media.length, 1)
  await chat.say('alice', { text: 'A paper', files: [file('document', 'p.pdf', 'application/pdf', pdfOf(2))] })
  assert.equal((await postSaying('A paper'))?.media.length, 1)
  const { media } = done(await w.ada.get('/v1/media?limit=3')).body
  const types = media.map(({ contentType }: { contentType: string }) => contentType)
  assert.deepEqual(types, ['application/pdf', 'image/png', 'video/mp4'])
})

test('if a file is refused, the rest of its album stays in the draft, and each file is imported once', async () => {
  const [one, other] = await Promise.all([1, 2].map(() => noise(60, 40).jpeg().toBuffer()))
  const files = [
    file('photo', 'a.jpg', 'image/jpeg', one!),
    file('photo', 'b.jpg', 'image/jpeg', other!),
    file('document', 'torn.jpg', 'image/jpeg', Buffer.from('no picture')),
  ]
  const count = async () => done(await w.ada.get('/v1/media?limit=100')).body.media.length
  const before = await count()
  t.sandbox.faults.add({ network: 'telegram', kind: 'error_before', call: 'file', probability: 0.5, times: 3 })
  await chat.act('alice', 'say', { text: 'Two of three', files })
  for (let time = 0; time < 6; time += 1) await t.advance(minutes(1))
  assert.equal((await postSaying('Two of three'))?.media.length, 2)
  assert.match(chat.last('alice'), /not of an accepted type/)
  assert.equal(await count(), before + 2)
})

test('an unknown outcome and an account to reconnect are reported once each', async () => {
  t.sandbox.faults.add({ network: 'bluesky', kind: 'drop_after', times: 1, call: 'putRecord' })
  const draft = { profileId: w.profileId, platforms: ['bluesky'] }
  done(await w.ada.post('/v1/posts', { ...draft, content: 'Is it out?' }), 201)
  await t.settle()
  await t.advance(minutes(20))
  await t.advance(minutes(20))
  assert.equal((await postSaying('Is it out?'))?.status, 'unknown')
  assert.equal(countMessages('alice', /^We can’t tell if this post was published\..*Is it out\?/s), 1)
  t.sandbox.faults.add({ network: 'bluesky', kind: 'revoked_token', times: 9 })
  done(await w.ada.post('/v1/posts', { ...draft, content: 'Locked out' }), 201)
  await t.settle()
  assert.equal(countMessages('alice', /^Reconnect @?user-\d+\.sandbox on Bluesky/), 1)
  t.sandbox.faults.remove()
})

test('429: within Telegram’s limits all replies are sent, each once and in order', async () => {
  chat.network.settings.change({ rateLimits: true, chatMessagesPerSecond: 1 })
  const before = chat.entriesOf('bob').length
  for (const command of ['/help', '/queue', '/profile', '/drafts']) await chat.say('bob', command)
  for (let second = 0; second < 6; second += 1) await t.advance(1_500)
  chat.network.settings.change({ rateLimits: false })
  const heads = chat
    .entriesOf('bob')
    .slice(before)
    .map(({ text }) => /Send|Queue|You’re|Drafts/.exec(text)?.[0])
  assert.deepEqual(heads, ['Send', 'Queue', 'You’re', 'Drafts'])
})

test('429: if Telegram asks to wait, notices wait like everything else in the chat', async () => {
  t.sandbox.faults.add({ network: 'telegram', kind: 'rate_limit', call: 'sendMessage', times: 1, retryAfterMs: 9_000 })
  const before = chat.entriesOf('alice').length
  await chat.say('alice', '/help')
  done(await w.ada.post('/v1/posts', { profileId: w.profileId, platforms: ['mastodon'], content: 'Meanwhile' }), 201)
  await t.advance(5_000)
  assert.equal((await postSaying('Meanwhile'))?.status, 'published')
  assert.equal(chat.entriesOf('alice').length, before)
  await t.advance(5_000)
  const heads = chat
    .entriesOf('alice')
    .slice(before)
    .map(({ text }) => text.split(' ')[0])
  assert.deepEqual(heads, ['Published', 'Send'])
})

test('a message that still cannot be handled after a minute is dropped, and its chat is notified', async () => {
  const fault = { network: 'telegram', kind: 'error_before', call: 'getFile' } as const
  t.sandbox.faults.add({ ...fault, times: 99 })
  const photo = file('photo', 'a.jpg', 'image/jpeg', await noise(60, 40).jpeg().toBuffer())
  await chat.say('alice', { text: 'Never fetched', files: [photo] })
  for (let time = 0; time < 8; time += 1) await t.advance(minutes(1))
  assert.equal(countMessages('alice', /went wrong with one of your messages/), 1)
  assert.equal(await postSaying('Never fetched'), undefined)
  t.sandbox.faults.remove()
  await chat.say('alice', { text: 'Never fetched', files: [photo] })
  assert.equal((await postSaying('Never fetched'))?.media.length, 1)
})

test('a temporarily unreadable notice is sent later', async () => {
  const id = await draft('Sent later')
  const { telegram } = t.deps.config
  const lane = { id: '', botId: telegram!.botId, chatId: 600_000_001 }
  const away: typeof t.deps.inside = {
    ...t.deps.inside,
    fetchAs: (caller) => async (input, init) =>
      String(input).includes('/v1/posts/')
        ? new Response('{"code":"internal"}', { status: 500 })
        : t.deps.inside.fetchAs(caller)(input, init),
  }
  const talk = { telegram: telegram!, bot: createBotApi(t.deps, telegram!), lane, items: [] }
  const tell = async (inside: typeof away) => {
    const known = await findChat(t.db, lane)
    return tellNotice({ ...talk, deps: { ...t.deps, inside }, chat: known }, { kind: 'post.failed', postId: id })
  }
  await assert.rejects(tell(away), { status: 500 })
  assert.equal((await tell(t.deps.inside)).length, 1)
})
