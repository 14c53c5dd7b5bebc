import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createLog } from '#infra/log/log.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import { chatSettings, linkChat, openTelegram } from '#test/world/chats/telegram.ts'
import { done, makeProfile, refused } from '#test/world/people.ts'
import { noise } from '#test/world/pictures.ts'
import { connectBoth } from '#test/world/posts.ts'
import { createPoller, setUpBot } from './inbox/poller.ts'

let t: TestApp
let chat: Awaited<ReturnType<typeof openTelegram>>
let owner: Person
let photo: string
before(async () => {
  t = await startApp({ sandbox: true, settings: chatSettings })
  owner = (await connectBoth(t)).person
  chat = await openTelegram(t)
  photo = (await noise(60, 40).jpeg().toBuffer()).toString('base64')
})
after(() => t[Symbol.asyncDispose]())

interface ShownPost {
  readonly id: string
  readonly profileId: string
  readonly status: string
  readonly content: string
  readonly scheduledAt: string | null
  readonly media: readonly unknown[]
  readonly targets: readonly unknown[]
}

const posts = async (by: Person = owner): Promise<readonly ShownPost[]> =>
  done(await by.get('/v1/posts?limit=100')).body.posts
const postSaying = async (content: string) => (await posts()).filter((post) => post.content === content)
const picture = (name = 'a.jpg') => ({ kind: 'photo', name, mime: 'image/jpeg', base64: photo })

test('a code links a chat once; a forged, used or expired one does not', async () => {
  const made = done(await owner.post('/v1/agent/chat-a/access-code')).body
  assert.match(made.code, /^[2-9A-HJ-NP-Z]{8}$/)
  assert.equal(made.deepLinkUrl, `https://t.me/posthorn_sandbox_bot?start=${made.code}`)
  assert.equal(made.expiresAtMs, t.now().getTime() + 600_000)
  await chat.say('bob', 'hello')
  assert.match(chat.last('bob'), /isn’t linked yet/)
  await chat.say('bob', '/link 22222222')
  assert.match(chat.last('bob'), /didn’t work/)
  await chat.say('alice', `/start ${made.code.toLowerCase()}`)
  assert.match(chat.last('alice'), /You’re all set/)
  await chat.say('bob', `/link ${made.code}`)
  assert.match(chat.last('bob'), /didn’t work/)
  const late = done(await owner.post('/v1/agent/chat-a/access-code')).body
  await t.advance(600_001)
  await chat.say('bob', `/link ${late.code}`)
  assert.match(chat.last('bob'), /didn’t work/)
  const { connected, botUsername, chats } = done(await owner.get('/v1/agent/chat-a/connect')).body
  assert.deepEqual([connected, botUsername, chats.length], [true, 'posthorn_sandbox_bot', 1])
  assert.deepEqual(
    [chats[0].type, chats[0].title, chats[0].photoUrl, chats[0].reachable],
    ['private', 'Alice', null, true],
  )
})

test('a key with fewer permissions than a chat requires cannot link one', async () => {
  const key = async (scopes: readonly string[], more: object = {}) =>
    t.withToken((await owner.post('/v1/api-keys', { name: 'k', scopes, ...more })).body.key)
  const narrow = await key(['chat:write'])
  refused(await narrow.post('/v1/agent/chat-a/access-code'), 403, 'scope_required')
})

test('chats require the chat scopes; the previously required scopes still work, and the response says so', async () => {
  const key = async (scopes: readonly string[]) =>
    t.withToken((await owner.post('/v1/api-keys', { name: 'k', scopes })).body.key)
  const now = done(await (await key(['chat:read'])).get('/v1/agent/chat-a/chats'))
  assert.equal(now.headers.deprecation, undefined)
  const former = done(await (await key(['connections:read'])).get('/v1/agent/chat-a/chats'))
  assert.deepEqual(former.body, now.body)
  assert.match(former.headers.deprecation ?? '', /^@\d+$/)
  assert.match(former.headers.link ?? '', /earlier-scopes/)
  refused(await (await key(['posts:read'])).get('/v1/agent/chat-a/chats'), 403, 'scope_required')
})

test('after five wrong codes a chat has to wait', async () => {
  for (let n = 0; n < 5; n += 1) await chat.say('carla', '/link 33333333')
  const { code } = done(await owner.post('/v1/agent/chat-a/access-code')).body
  await chat.say('carla', `/link ${code}`)
  assert.match(chat.last('carla'), /Too many incorrect codes/)
})

test('401: if the secret is missing or wrong, nothing is revealed or stored', async () => {
  for (const secret of ['', 'x', 'f'.repeat(64)]) {
    const [sent] = await chat.again({ update_id: 5, message: {} }, secret)
    assert.equal(sent?.status, 401)
  }
  refused(await t.anyone.post('/v1/agent/chat-a/webhook', { update_id: 5 }), 401, 'chat_secret_invalid')
})

test('a text becomes a draft with buttons to choose accounts, schedule, publish and discard', async () => {
  await chat.say('alice', 'Fresh <bread> & butter')
  const [draft] = await postSaying('Fresh <bread> & butter')
  assert.deepEqual([draft?.status, draft?.targets.length], ['draft', 2])
  assert.match(chat.last('alice'), /^Draft saved in .*\n\nFresh <bread> & butter/)
  const { entries } = done(await owner.get(`/v1/profiles/${draft?.profileId}/activity?source=chat`)).body
  assert.deepEqual([entries[0].action, entries[0].subject], ['post.created', draft?.id], 'the activity names the chat')
  const [bluesky = '', mastodon = '', ...more] = await chat.buttons('alice')
  assert.match(`${bluesky} ${mastodon}`, /^✓ \S+ .* ✓ /)
  assert.deepEqual(more, ['Publish now', 'Schedule', 'Discard'])
  await chat.press('alice', mastodon)
  assert.equal((await postSaying('Fresh <bread> & butter'))[0]?.targets.length, 1)
  assert.deepEqual((await chat.buttons('alice')).slice(0, 2), [bluesky, mastodon.slice(2)])
  await chat.press('alice', mastodon.slice(2))
  assert.equal((await postSaying('Fresh <bread> & butter'))[0]?.targets.length, 2)
})

test('a time can be a button or text in the profile’s time zone', async () => {
  await chat.say('alice', 'To be scheduled')
  await chat.press('alice', 'Schedule')
  assert.match(chat.last('alice'), /^When\?/)
  await chat.say('alice', 'some day')
  assert.match(chat.last('alice'), /couldn’t read that time/)
  await chat.say('alice', 'tomorrow 9')
  const [post] = await postSaying('To be scheduled')
  assert.equal(post?.status, 'scheduled')
  assert.match(chat.last('alice'), /^Scheduled for .*, 09:00/)
  await chat.press('alice', 'Back to draft')
  assert.equal((await postSaying('To be scheduled'))[0]?.status, 'draft')
  await chat.press('alice', 'Discard')
  assert.equal((await postSaying('To be scheduled')).length, 0)
})

test('a post is published with its button, and the chat is notified', async () => {
  await chat.say('alice', 'Going out from a chat')
  await chat.press('alice', 'Publish now')
  await t.advance(10_000)
  assert.equal((await postSaying('Going out from a chat'))[0]?.status, 'published')
  const messages = chat.entriesOf('alice').filter(({ text }) => /^Published .*Going out from a chat/s.test(text))
  assert.equal(messages.length, 1)
})

test('a failure is reported with a retry button', async () => {
  for (const network of ['bluesky', 'mastodon']) t.sandbox.faults.add({ network, kind: 'reject' })
  await chat.say('alice', 'Rejected by everyone')
  await chat.press('alice', 'Publish now')
  await t.advance(10_000)
  assert.match(chat.last('alice'), /^Failed\n\nRejected by everyone/)
  assert.deepEqual(await chat.buttons('alice'), ['Retry'])
  t.sandbox.faults.remove()
  await chat.press('alice', 'Retry')
  await t.advance(10_000)
  assert.equal((await postSaying('Rejected by everyone'))[0]?.status, 'published')
})

test('20 deliveries of each update, duplicated and reordered, have one effect', async () => {
  const before = chat.entriesOf('alice').length
  chat.network.settings.change({ deliversTo: '' })
  const updates = [
    ...(await chat.act('alice', 'say', 'Once, please')),
    ...(await chat.act('alice', 'say', '/help')),
    ...(await chat.act('alice', 'say', { text: 'A picture', files: [picture()] })),
  ].map(({ update }) => update)
  chat.network.settings.change({ deliversTo: t.url })
  const deliveries = Array.from({ length: 20 }, () => updates.toReversed()).flat()
  const answers = await Promise.all(deliveries.map((update) => chat.again(update)))
  assert.deepEqual([...new Set(answers.map(([one]) => one?.status))], [200])
  await t.settle()
  for (const update of updates) await chat.again(update)
  await t.settle()
  assert.equal((await postSaying('Once, please')).length, 1)
  assert.equal((await postSaying('A picture'))[0]?.media.length, 1)
  const replies = chat.entriesOf('alice').slice(before)
  // One each, in the order in which they were written.
  assert.match(
    replies.map(({ text }) => text).join('\n'),
    /^Draft saved in .*\n\nOnce, please.*Send me a post.*A picture/s,
  )
  assert.equal(replies.length, 3)
})

test('an album over parallel webhooks is one draft; a late part is added to it', async () => {
  chat.network.settings.change({ deliversTo: '' })
  const parts = await chat.act('alice', 'say', {
    text: 'An album',
    files: ['a', 'b', 'c', 'd'].map((n) => picture(`${n}.jpg`)),
  })
  chat.network.settings.change({ deliversTo: t.url })
  const [late, ...early] = parts.toReversed().map(({ update }) => update)
  await Promise.all(early.map((update) => chat.again(update)))
  await t.settle()
  assert.equal((await postSaying('An album')).length, 0)
  await t.advance(1_300)
  assert.equal((await postSaying('An album'))[0]?.media.length, 3)
  await chat.again(late ?? {})
  await t.advance(1_300)
  const albums = await postSaying('An album')
  assert.deepEqual([albums.length, albums[0]?.media.length], [1, 4])
})

test('an edit of the message edits the draft, even if it arrives before the message', async () => {
  const [delivery] = await chat.say('alice', 'With a tpyo')
  const { message_id: message } = delivery!.update.message as { message_id: number }
  await chat.perform('alice', 'edit', { message, text: 'Without a typo' })
  assert.equal((await postSaying('With a tpyo')).length, 0)
  assert.equal((await postSaying('Without a typo')).length, 1)
  assert.match(chat.last('alice'), /Without a typo/)
  chat.network.settings.change({ deliversTo: '' })
  const [first] = await chat.act('alice', 'say', 'Before')
  const { message_id: second } = first!.update.message as { message_id: number }
  const [edit] = await chat.act('alice', 'edit', { message: second, text: 'Afterwards' })
  chat.network.settings.change({ deliversTo: t.url })
  await chat.again(edit?.update ?? {})
  await t.settle()
  await chat.again(first?.update ?? {})
  await t.settle()
  assert.deepEqual([(await postSaying('Afterwards')).length, (await postSaying('Before')).length], [1, 0])
})

test('the command that creates a post is not part of its text, even in a caption or an edit', async () => {
  await chat.say('alice', { text: '/new', files: [picture()] })
  assert.deepEqual([(await postSaying('/new')).length, (await postSaying(''))[0]?.media.length], [0, 1])
  const [delivery] = await chat.say('alice', '/New Fresh figs')
  const { message_id: message } = delivery!.update.message as { message_id: number }
  await chat.perform('alice', 'edit', { message, text: '/New Ripe figs' })
  assert.deepEqual([(await postSaying('Fresh figs')).length, (await postSaying('Ripe figs')).length], [0, 1])
})

test('a Bot API server in local mode does not serve files, and the chat gets a message', async () => {
  const { settings } = t.sandbox.network('telegram')
  settings.change({ localMode: true })
  const seen = t.sandbox.calls.total
  await chat.say('alice', { text: 'Kept to itself', files: [picture()] })
  settings.change({ localMode: false })
  assert.match(chat.last('alice'), /keeps files on its own machine \(--local\).*Upload this one in Posthorn/)
  assert.equal((await postSaying('Kept to itself'))[0]?.media.length, 0)
  const calls = t.sandbox.calls.list({ network: 'telegram', after: seen }).calls.map(({ call }) => call)
  assert.ok(!calls.some((call) => call.endsWith('file')), `nothing is read by that path: ${calls}`)
})

test('a file that is too large or of an unknown kind is refused with an alternative', async () => {
  await chat.say('alice', {
    text: 'Big',
    files: [{ ...picture(), kind: 'video', mime: 'video/mp4', size: 30_000_000 }],
  })
  assert.match(chat.last('alice'), /20 MB/)
  assert.equal((await postSaying('Big'))[0]?.media.length, 0)
  await chat.say('alice', { files: [{ ...picture(), kind: 'voice' }] })
  assert.match(chat.last('alice'), /can’t post that/)
})

test('lists, metrics, help and every task of the catalog get a reply', async () => {
  await chat.say('alice', '/drafts')
  assert.match(chat.last('alice'), /^.+: Drafts/)
  await chat.say('alice', '/queue')
  assert.match(chat.last('alice'), /^.+: Queue/)
  await chat.say('alice', '/status')
  assert.match(chat.last('alice'), /^.*: Status.*Published: \d.*All accounts are connected/s)
  await chat.say('alice', '/stats')
  assert.match(chat.last('alice'), /^.+: Metrics/)
  await chat.say('alice', '/do')
  assert.match(chat.last('alice'), /• search_posts: /)
  await chat.say('alice', '/do search_posts words=picture')
  assert.match(chat.last('alice'), /A picture/)
  const [draft] = await postSaying('A picture')
  await chat.say('alice', `/do delete_post post=${draft?.id}`)
  assert.match(chat.last('alice'), /can’t be undone/)
  assert.equal((await postSaying('A picture')).length, 1)
  await chat.say('alice', '/help')
  assert.match(chat.last('alice'), /Send me a post/)
})

test('a button selects another profile', async () => {
  const other = await makeProfile(owner, 'Second brand')
  await chat.say('alice', '/profile')
  await chat.press('alice', 'Second brand')
  await chat.say('alice', 'For the second brand')
  assert.deepEqual(
    (await postSaying('For the second brand')).map(({ targets }) => targets.length),
    [0],
  )
  const { chats } = done(await owner.get('/v1/agent/chat-a/chats')).body
  assert.equal(chats[0].profileId, other)
})

test('a stranger’s button, chat or code does not give access to other users’ data', async () => {
  const eve = await t.as('eve')
  await linkChat(chat, eve, 'user-7')
  const [draft] = await postSaying('Once, please')
  const message = { message_id: 1, chat: { id: 600_001_007, type: 'private' } }
  for (const verb of ['pub', 'del', 'show']) {
    const press = {
      id: '1',
      from: { id: 600_001_007, is_bot: false, first_name: 'E' },
      message,
      data: `${verb}:${draft?.id}`,
    }
    await chat.again({ update_id: 900_000_000 + verb.length, callback_query: press })
    await t.settle()
  }
  assert.equal((await postSaying('Once, please'))[0]?.status, 'draft')
  assert.ok(chat.entriesOf('user-7').every(({ text }) => !text.includes('Once, please')))
  refused(await eve.delete('/v1/agent/chat-a/chats/600000001'), 404, 'chat_not_found')
  refused(await eve.post('/v1/agent/chat-a/chats/600000001/refresh-profile'), 404, 'chat_not_found')
})

test('in a group, people act as themselves, and a code is useless to others who have seen it', async () => {
  await chat.perform('alice', 'add_bot')
  const { code } = done(await owner.post('/v1/agent/chat-a/access-code')).body
  await chat.say('bob', { chat: 'group', text: `/link ${code}` })
  await chat.say('alice', { chat: 'group', text: `/link ${code}` })
  const { chats } = done(await owner.get('/v1/agent/chat-a/chats')).body
  assert.deepEqual(
    chats.map(({ type }: { type: string }) => type),
    ['private', 'supergroup'],
  )
  await chat.say('bob', { chat: 'group', text: '/new Not from Bob' })
  await chat.say('alice', { chat: 'group', text: '/new From the group' })
  assert.deepEqual([(await postSaying('Not from Bob')).length, (await postSaying('From the group')).length], [0, 1])
  await chat.perform('alice', 'upgrade_group')
  await chat.say('alice', { chat: 'group', text: '/new After the upgrade' })
  assert.equal((await postSaying('After the upgrade')).length, 1)
})

test('blocking and unblocking the bot are noticed', async () => {
  const reachable = async () => done(await owner.get('/v1/agent/chat-a/chats')).body.chats[0].reachable
  await chat.perform('alice', 'block')
  assert.equal(await reachable(), false)
  await chat.perform('alice', 'unblock')
  assert.equal(await reachable(), true)
})

test('if Telegram asks to wait, fails or loses a response, the reply is still sent', async () => {
  const asks = (kind: 'rate_limit' | 'error_before', more = {}) =>
    t.sandbox.faults.add({ network: 'telegram', kind, call: 'sendMessage', times: 1, ...more })
  const helps = () => chat.entriesOf('alice').filter(({ text }) => text.startsWith('Send me a post')).length
  const before = helps()
  asks('rate_limit', { retryAfterMs: 7_000 })
  await chat.say('alice', '/help')
  assert.equal(helps(), before)
  await t.advance(7_500)
  assert.equal(helps(), before + 1)
  asks('error_before')
  await chat.say('alice', '/help')
  await t.advance(10_000)
  assert.equal(helps(), before + 2)
})

test('a chat’s name and image are refreshed, and no Telegram URL is shown', async () => {
  const { body } = await owner.post('/v1/agent/chat-a/chats/600000001/refresh-profile')
  assert.equal(body.title, 'Alice')
  assert.match(body.photoUrl, /^data:image\/png;base64,/)
  assert.doesNotMatch(JSON.stringify(body), /sandbox-bot-token/)
})

test('without a public URL, one process at a time polls for updates, and another takes over if it stops', async () => {
  await using inside = await startApp({ beside: t, settings: { ...chatSettings, PUBLIC_URL: 'http://posthorn.test' } })
  const { telegram } = inside.deps.config
  assert.ok(telegram)
  assert.equal(await setUpBot(inside.deps, telegram), 'polling')
  const [first, second] = ['one', 'other'].map((holder) => createPoller({ ...inside.deps, holder }))
  assert.deepEqual(
    (await chat.act('alice', 'say', 'Asked for')).map(({ status }) => status),
    [null],
  )
  assert.deepEqual([await first?.askOnce(), await second?.askOnce()], [1, null])
  await t.settle()
  assert.equal((await postSaying('Asked for')).length, 1)
  await first?.stop()
  await chat.act('alice', 'say', 'Asked for by the other')
  assert.equal(await second?.askOnce(), 1)
  await t.settle()
  assert.deepEqual(
    [(await postSaying('Asked for')).length, (await postSaying('Asked for by the other')).length],
    [1, 1],
  )
  await second?.stop()
  assert.equal(await setUpBot(t.deps, telegram), 'webhook')
})

test('the log says that a real bot is connected, and nothing about the sandbox’s bot, which each start connects', async () => {
  const { telegram } = t.deps.config
  assert.ok(telegram)
  for (const mode of ['sandbox', 'live'] as const) {
    const lines: string[] = []
    const log = createLog({ level: 'info', readable: false, destination: { write: (line) => lines.push(line) } })
    const config = { ...t.deps.config, telegram: { ...telegram, mode } }
    const poller = createPoller({ ...t.deps, config, log, holder: 'log' })
    poller.start()
    await poller.stop()
    const events = lines.map((line) => JSON.parse(line).event)
    assert.deepEqual(events, mode === 'live' ? ['telegram.connected'] : [], mode)
  }
})

test('a chat can be unlinked by its owner or in the chat, and then gets no more messages', async () => {
  await chat.say('user-7', '/unlink')
  assert.match(chat.last('user-7'), /unlinked/)
  assert.deepEqual(done(await owner.delete('/v1/agent/chat-a/chats/600000001')).body, { ok: true })
  refused(await owner.delete('/v1/agent/chat-a/chats/600000001'), 404, 'chat_not_found')
  await chat.say('alice', 'Not a draft any more')
  assert.equal((await postSaying('Not a draft any more')).length, 0)
})
