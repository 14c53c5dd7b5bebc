import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { openSlack, type SlackStage, withAccount } from '#test/world/chats/slack.ts'
import { notify } from '../handle/handle-inbox.ts'

let t: TestApp
let other: TestApp
let slack: SlackStage
let onOther: SlackStage
before(async () => {
  t = await startApp({ sandbox: true })
  other = await startApp({ beside: t, sandbox: false })
  await t.as('root')
  onOther = openSlack(t, other)
  slack = openSlack(t)
  const { person } = await withAccount(t, 'ada', 'alice')
  await slack.install(person)
})
after(async () => {
  await other[Symbol.asyncDispose]()
  await t[Symbol.asyncDispose]()
})

const draftTexts = async (): Promise<string[]> => {
  const { body } = await (await t.as('ada')).get('/v1/posts?status=draft')
  return body.posts.map(({ content }: { content: string }) => content)
}

test('401: requests whose signature is forged, outdated, from the future or missing change nothing', async () => {
  const { sent } = await slack.act('alice', 'say', { body: 'An event to copy' })
  const forged = (sent as string).replace(/"event_id":"\w+"/, '"event_id":"Ev1"').replace(/"ts":"[\d.]+"/, '"ts":"1.2"')
  const off = (ms: number) => ({ at: new Date(t.now().getTime() + ms) })
  for (const how of [{ secret: 'a guess' }, off(-301_000), off(301_000)]) {
    const { status, text } = await slack.send('events', forged, how)
    assert.equal(status, 401)
    assert.equal(JSON.parse(text).code, 'webhook_signature_invalid')
  }
  for (const path of ['events', 'commands', 'interactions']) {
    const bare = await fetch(`${t.url}/v1/agent/chat-b/${path}`, { method: 'POST', body: forged })
    assert.equal(bare.status, 401)
  }
  await t.settle()
  assert.deepEqual(await draftTexts(), ['An event to copy'])
})

test('200: a challenge is returned as text, and nothing else in a certificate probe is read', async () => {
  const challenge = await slack.send(
    'events',
    JSON.stringify({ type: 'url_verification', challenge: '3eZbrw1a', token: 'x' }),
  )
  assert.deepEqual(challenge, { status: 200, text: '3eZbrw1a' })
  const unsigned = await slack.send('events', JSON.stringify({ type: 'url_verification', challenge: '3eZbrw1a' }), {
    secret: '',
  })
  assert.equal(unsigned.status, 401)
  const form =
    'ssl_check=1&team_id=T0P0000001&user_id=U0P0000001&text=new+Smuggled&trigger_id=1&response_url=http%3A%2F%2Fx'
  assert.deepEqual(await slack.send('commands', form, { type: 'application/x-www-form-urlencoded' }), {
    status: 200,
    text: '',
  })
  await t.settle()
  assert.ok(!(await draftTexts()).includes('Smuggled'))
})

test('400: a signed but unreadable request is refused, and an unknown event is not', async () => {
  for (const [path, body] of [
    ['events', '['],
    ['events', '{}'],
    ['commands', 'text=new'],
  ] as const)
    assert.equal((await slack.send(path, body)).status, 400, path)
  assert.equal((await slack.send('interactions', 'payload=%7B%7D')).status, 200)
  const unknown = { type: 'event_callback', team_id: 'T0P0000001', event_id: 'Ev9', event: { type: 'emoji_changed' } }
  assert.equal((await slack.send('events', JSON.stringify(unknown))).status, 200)
  const stranger = {
    ...unknown,
    team_id: 'T1',
    event: { type: 'message', channel: 'D1', channel_type: 'im', user: 'U1', ts: '1.1', text: 'Hi' },
  }
  assert.equal((await slack.send('events', JSON.stringify(stranger))).status, 200)
  await t.settle()
})

test('twenty deliveries of one message, to two nodes, create one draft', async () => {
  const { sent } = await slack.act('alice', 'say', { body: 'Once & <only>' })
  const again = Array.from({ length: 20 }, (_, nth) => {
    // Slack has delivered one message under several event IDs.
    const body = nth % 2 ? sent : sent.replace(/"event_id":"\w+"/, `"event_id":"Ev${nth}"`)
    return (nth % 3 ? slack : onOther).send('events', body)
  })
  for (const { status } of await Promise.all(again)) assert.equal(status, 200)
  await Promise.all([t.settle(), other.settle()])
  assert.equal((await draftTexts()).filter((text) => text === 'Once & <only>').length, 1)
  assert.equal(slack.received('alice').filter((text) => text.includes('Once &amp; &lt;only&gt;')).length, 1)
})

test('messages delivered out of order become one draft each', async () => {
  const sent: string[] = []
  for (const text of ['First', 'Second', 'Third']) sent.push((await slack.act('alice', 'say', { body: text })).sent)
  await t.settle()
  for (const body of sent.reverse()) await onOther.send('events', body)
  await other.settle()
  const drafts = await draftTexts()
  for (const text of ['First', 'Second', 'Third']) assert.equal(drafts.filter((one) => one === text).length, 1)
})

test('editing, removing or repeating a message creates no draft', async () => {
  const before = (await draftTexts()).length
  const base = { type: 'message', channel: 'D0P0000001', channel_type: 'im', user: 'U0P0000001', text: 'Echo' }
  const events = [
    { ...base, subtype: 'message_changed', ts: '5.1' },
    { ...base, hidden: true, ts: '5.2' },
    { ...base, bot_id: 'B1', ts: '5.3' },
    { ...base, user: 'U0B0000001', ts: '5.4' },
    { ...base, channel: 'C0P0000001', channel_type: 'channel', ts: '5.5' },
  ]
  for (const event of events) await slack.does('alice', 'send_event', event)
  assert.equal((await draftTexts()).length, before)
})

test('a repeated command runs once, and a double click publishes once', async () => {
  const calls = () => t.sandbox.calls.list({ network: 'slack', call: 'response_url', limit: 1_000 }).calls.length
  const form = new URLSearchParams({
    team_id: 'T0P0000001',
    user_id: 'U0P0000001',
    channel_id: 'D0P0000001',
    text: 'new By command',
    trigger_id: '77.1',
    response_url: `${t.sandbox.url}/slack/hooks/actions/none`,
  }).toString()
  const replay = await Promise.all([slack, onOther, slack].map((on) => on.send('commands', form)))
  assert.deepEqual(replay, Array(3).fill({ status: 200, text: '' }))
  await Promise.all([t.settle(), other.settle()])
  assert.equal((await draftTexts()).filter((text) => text === 'By command').length, 1)
  assert.equal(calls(), 1)

  await slack.does('alice', 'say', 'Click')
  await Promise.all([1, 2, 3].map(() => slack.act('alice', 'press', { body: { action: 'publish_now' } })))
  await t.settle()
  const seen = t.sandbox.ledger.entries({ network: 'bluesky', account: 'alice' })
  assert.equal(seen.filter(({ text }) => text === 'Click').length, 1)
  // The other clicks were not even attempted: the API would have refused them, and the person would have been notified.
  assert.deepEqual(
    slack.received('alice').filter((text) => /\([a-z]+_[a-z_]+\)/.test(text)),
    [],
  )
})

test('if Slack asks to wait, the reply is sent later, once', async () => {
  t.sandbox.faults.add({
    network: 'slack',
    kind: 'rate_limit',
    call: 'chat.postMessage',
    times: 2,
    retryAfterMs: 30_000,
  })
  await slack.does('alice', 'say', 'Patience')
  assert.ok(!slack.received('alice').some((text) => text.includes('Patience')))
  await t.advance(31_000)
  await t.advance(31_000)
  assert.equal(slack.received('alice').filter((text) => text.includes('Patience')).length, 1)
  assert.equal((await draftTexts()).filter((text) => text === 'Patience').length, 1)
})

test('a notice with an old installation’s token does not affect the new installation', async () => {
  const [{ id: workspaceId } = { id: '' }] = await t.db
    .selectFrom('slackWorkspace')
    .select('slackWorkspace.id')
    .execute()
  const person = await t.as('ada')
  const outbound: typeof t.deps.outbound = {
    ...t.deps.outbound,
    async request(request) {
      if (!request.url.endsWith('/chat.postMessage')) return await t.deps.outbound.request(request)
      // The app is reinstalled while the notice is being sent.
      await t.advance(1)
      await slack.install(person)
      await t.advance(1)
      t.sandbox.faults.add({ network: 'slack', kind: 'revoked_token', call: 'chat.postMessage', times: 1 })
      return await t.deps.outbound.request(request)
    },
  }
  const notice = { type: 'alert.raised', eventId: 'evt', slackId: 'U0P0000001', postId: null, account: null } as const
  const alert = { severity: 'critical', message: 'Look.' }
  await notify({ ...t.deps, outbound }, { ...notice, workspaceId, alert })
  const { body } = await person.get('/v1/agent/chat-b/status')
  assert.equal(body.connected, true)
})

test('a token that Slack no longer accepts removes the link', async () => {
  t.sandbox.faults.add({ network: 'slack', kind: 'revoked_token', call: 'chat.postMessage', times: 1 })
  await slack.does('alice', 'say', 'Goodbye')
  const { body } = await (await t.as('ada')).get('/v1/agent/chat-b/status')
  assert.deepEqual(body, { connected: false })
})

test('a handled delivery’s content is deleted, and its key is kept for a day', async () => {
  const rows = () => t.db.selectFrom('slackInbox').select('slackInbox.sealedBody').execute()
  const kept = await rows()
  assert.ok(kept.length > 5 && kept.every(({ sealedBody }) => sealedBody === null))
  await t.advance(25 * 3_600_000)
  assert.deepEqual(await rows(), [])
})
