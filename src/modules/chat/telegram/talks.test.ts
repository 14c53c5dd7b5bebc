import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { bluesky } from '#connectors/bluesky/index.ts'
import { mastodon } from '#connectors/mastodon/index.ts'
import { minutes } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { chatSettings, linkChat, openTelegram } from '#test/world/chats/telegram.ts'
import { openDesk } from '#test/world/inbox-desk.ts'

/** Conversations of the inbox in a chat. */
let t: TestApp
let chat: Awaited<ReturnType<typeof openTelegram>>
let desk: Awaited<ReturnType<typeof openDesk>>
before(async () => {
  t = await startApp({ sandbox: true, settings: chatSettings, connectors: { mastodon, bluesky } })
  await t.as('root')
  desk = await openDesk(t)
  chat = await openTelegram(t)
  await linkChat(chat, desk.person, 'alice')
})
after(() => t[Symbol.asyncDispose]())

/** The messages of the bot that match, each once. */
const posted = (words: RegExp) =>
  chat.entriesOf('alice').filter(({ kind, text }) => kind === 'post' && words.test(text))
/** The newest message of the bot in the chat, by its ID there. */
const newest = async (): Promise<number> => {
  const read = (await chat.network.acts.read_chat?.('alice')) as { messages: readonly { id: number }[] }
  return read.messages.at(-1)?.id ?? 0
}

test('a chat is notified of comments only after it asked for them, and a burst is one message', async () => {
  await desk.ask('mastodon', 'Are you open on Sunday?')
  await t.advance(minutes(2))
  assert.deepEqual(posted(/Sunday/), [])
  await chat.say('alice', '/inbox on')
  assert.match(chat.last('alice'), /^I’ll tell you here/)
  for (let nth = 0; nth < 12; nth += 1)
    await t.sandbox.network('bluesky').acts?.comment?.(desk.login, { body: `question ${nth}` })
  await t.advance(minutes(41))
  await t.advance(minutes(2))
  const news = posted(/new conversations/)
  assert.equal(news.length, 1)
  assert.match(news[0]?.text ?? '', /more than 5 new conversations/)
  await chat.say('alice', '/inbox off')
  await desk.ask('mastodon', 'And on Monday?')
  await t.advance(minutes(2))
  assert.deepEqual(posted(/Monday/), [])
})

test('a comment is answered from the chat, once, and closed with a button', async () => {
  await chat.say('alice', '/inbox on')
  const { id } = await desk.ask('mastodon', 'Do you have oat milk? <b>now</b>')
  await t.advance(minutes(2))
  assert.match(chat.last('alice'), /on Mastodon \(comment\).*oat milk\? <b>now<\/b>/s)
  await chat.press('alice', 'Assign to me')
  assert.match(chat.last('alice'), /Assigned to you/)
  await chat.press('alice', 'Reply')
  assert.match(chat.last('alice'), /Reply to this message in Telegram/)
  await chat.act('alice', 'say', { text: 'Yes, at no extra charge.', replyTo: await newest() })
  await t.settle()
  assert.match(chat.last('alice'), /^Your reply is sent in a few seconds.*no extra charge/s)
  await t.advance(minutes(1))
  const replies = desk.sent('mastodon').filter(({ text }) => text?.includes('no extra charge'))
  assert.equal(replies.length, 1)
  await chat.press('alice', 'Show conversation')
  assert.match(chat.last('alice'), /Answered/)
  await chat.press('alice', 'Done')
  assert.match(chat.last('alice'), /Done/)
  const { body } = await desk.ada.get(`/v1/inbox/conversations/${id}`)
  assert.equal(body.state, 'done')
})

test('a reply is cancelled in time, and one to a conversation that someone else has answered is refused', async () => {
  const { id, last } = await desk.ask('bluesky', 'Can I bring my dog?')
  await t.advance(minutes(2))
  await chat.press('alice', 'Reply')
  const card = await newest()
  const words = { itemId: last.id, lastItemId: last.id, text: 'Of course.' }
  const { status } = await desk.ada.post(`/v1/inbox/conversations/${id}/replies`, words)
  assert.equal(status, 201)
  await chat.act('alice', 'say', { text: 'Yes!', replyTo: card })
  await t.settle()
  assert.match(chat.last('alice'), /answered/i)
  await t.advance(minutes(1))
  assert.equal(desk.sent('bluesky').filter(({ text }) => text === 'Yes!').length, 0)

  await desk.ask('mastodon', 'Is there parking?')
  await t.advance(minutes(2))
  await chat.press('alice', 'Reply')
  await chat.act('alice', 'say', { text: 'Behind the house.', replyTo: await newest() })
  await t.settle()
  await chat.press('alice', 'Cancel')
  assert.match(chat.last('alice'), /^Cancelled/)
  await t.advance(minutes(1))
  assert.equal(desk.sent('mastodon').filter(({ text }) => text?.includes('Behind')).length, 0)
})

test('a chat is notified that a reply was not sent', async () => {
  const { id, last } = await desk.ask('mastodon', 'What is the wifi password?')
  await t.advance(minutes(2))
  t.sandbox.faults.add({ network: 'mastodon', kind: 'reject', times: 1, call: 'createStatus' })
  const words = { itemId: last.id, lastItemId: last.id, text: 'Ask at the bar.' }
  await desk.ada.post(`/v1/inbox/conversations/${id}/replies`, words)
  await t.advance(minutes(2))
  assert.match(chat.last('alice'), /wifi password.*wasn’t sent/s)
})
