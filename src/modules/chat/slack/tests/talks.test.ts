import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { bluesky } from '#connectors/bluesky/index.ts'
import { mastodon } from '#connectors/mastodon/index.ts'
import { minutes } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { openSlack, type SlackStage } from '#test/world/chats/slack.ts'
import { openDesk } from '#test/world/inbox-desk.ts'

let t: TestApp
let slack: SlackStage
let desk: Awaited<ReturnType<typeof openDesk>>
before(async () => {
  t = await startApp({ sandbox: true, connectors: { bluesky, mastodon } })
  slack = openSlack(t)
  await t.as('root')
  desk = await openDesk(t)
  await slack.install(desk.person)
})
after(() => t[Symbol.asyncDispose]())

const last = () => slack.received('alice').at(-1) ?? ''

test('a comment is announced to a person who asked for it, answered in a form, and closed with a button', async () => {
  await slack.does('alice', 'command', '/posthorn inbox on')
  assert.match(last(), /I’ll tell you here/)
  const { id } = await desk.ask('bluesky', 'Do you have oat milk?')
  await t.advance(minutes(2))
  assert.match(last(), /on Bluesky \(comment\): .*oat/s)
  await slack.does('alice', 'press', { action: 'open_reply' })
  await slack.does('alice', 'submit', { text: { text: { type: 'plain_text_input', value: 'Yes, we do.' } } })
  assert.match(last(), /^Your reply is sent in a few seconds: Yes, we do\./)
  await t.advance(minutes(1))
  assert.equal(desk.sent('bluesky').filter(({ text }) => text === 'Yes, we do.').length, 1)
  await slack.does('alice', 'press', { action: 'show_conversation' })
  await slack.does('alice', 'press', { action: 'close_conversation' })
  const { body } = await desk.ada.get(`/v1/inbox/conversations/${id}`)
  assert.equal(body.state, 'done')

  await slack.does('alice', 'command', '/posthorn inbox')
  assert.match(last(), /Inbox\nNo open conversations\./)
  await slack.does('alice', 'command', '/posthorn inbox off')
  const before = slack.received('alice').length
  await desk.ask('bluesky', 'And soy?')
  await t.advance(minutes(2))
  assert.equal(slack.received('alice').length, before)
})
