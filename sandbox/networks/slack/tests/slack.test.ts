import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSigned, startSlack } from './kit.ts'

const text = (words: string) => ({ type: 'plain_text', text: words })
const button = { type: 'button', action_id: 'go', text: text('Go'), value: '1' }
const modal = { type: 'modal', title: text('Write'), submit: text('Save'), blocks: [] as object[] }
const field = {
  type: 'input',
  block_id: 'words',
  label: text('Words'),
  element: { type: 'plain_text_input', action_id: 'words' },
}

test('a code can be exchanged once, for a workspace token', async () => {
  await using on = await startSlack()
  const code = await on.codeOf()
  assert.equal((await on.exchange(code, { redirect_uri: 'https://elsewhere.example' })).body.error, 'bad_redirect_uri')
  assert.equal((await on.exchange(code)).body.error, 'invalid_code')
  const { body } = await on.exchange(await on.codeOf())
  assert.match(body.access_token, /^xoxb-/)
  assert.deepEqual([body.team.name, body.authed_user.id, body.is_enterprise_install], ['Harbour', 'U0P0000001', false])
  assert.equal((await on.exchange('x', { client_secret: 'wrong' })).body.error, 'bad_client_secret')
  assert.equal((await on.authorize({ approve: '0' })).back?.get('error'), 'access_denied')
})

test('calls are rejected with status 200 and an error name: for the token, its scopes, or the blocks', async () => {
  await using on = await startSlack()
  const refusal = async (args: object) =>
    (await on.api('alice', 'chat.postMessage', { channel: 'U0P0000001', ...args })).error
  assert.equal((await on.call('POST', '/api/auth.test')).body.error, 'not_authed')
  assert.equal((await on.call('POST', '/api/auth.test', { token: 'xoxb-guess' })).body.error, 'invalid_auth')
  assert.equal((await on.call('POST', '/api/nothing.here')).body.error, 'unknown_method')
  assert.equal(await refusal({}), 'no_text')
  assert.equal(await refusal({ channel: 'C1', text: 'Hi' }), 'channel_not_found')
  const bad = [
    [{ type: 'section', text: { type: 'mrkdwn', text: 'x'.repeat(3_001) } }],
    [{ type: 'actions', elements: [button, button] }],
    [{ type: 'actions', elements: [] }],
    [field],
    Array.from({ length: 51 }, () => ({ type: 'divider' })),
  ]
  for (const blocks of bad)
    assert.equal(await refusal({ text: 'x', blocks }), 'invalid_blocks', JSON.stringify(blocks[0]))
  const narrow = (await on.grant('alice', 'commands')).access_token
  const { body } = await on.call('POST', '/api/chat.postMessage', {
    token: narrow,
    json: { channel: 'U0P0000001', text: 'x' },
  })
  assert.deepEqual([body.error, body.needed], ['missing_scope', 'chat:write'])
  await on.settings({ messagesTab: false })
  assert.equal(await refusal({ text: 'Hi' }), 'messages_tab_disabled')
  assert.deepEqual(on.seen('alice'), [])
})

test('the app can send, change and delete its own messages, but not those of people', async () => {
  await using on = await startSlack()
  const { ts, channel } = await on.api('alice', 'chat.postMessage', { channel: 'U0P0000001', text: 'One' })
  assert.equal((await on.api('alice', 'chat.update', { channel, ts, text: 'Two' })).ok, true)
  assert.equal((await on.api('alice', 'chat.delete', { channel, ts })).ok, true)
  assert.equal((await on.api('alice', 'chat.delete', { channel, ts })).error, 'message_not_found')
  const message = await on.act('alice', 'say', { with: { body: 'Mine' } })
  assert.equal((await on.api('alice', 'chat.delete', { channel, ts: message.ts })).error, 'cant_delete_message')
  assert.deepEqual(
    on.seen('alice').map(({ kind, text: words }) => [kind, words]),
    [
      ['post', 'One'],
      ['edit', 'Two'],
      ['delete', 'Two'],
    ],
  )
})

test('deliveries are signed, and retried up to three times while the app rejects them', async () => {
  await using on = await startSlack()
  await on.tokenOf('alice')
  on.response.status = 500
  const { eventId } = await on.act('alice', 'say', { with: { body: 'Is <anyone> there & awake?' } })
  for (const ms of [60_000, 300_000, 600_000]) {
    on.later(ms)
    await on.call('GET', '/desk/alice')
    await on.api('alice', 'auth.test')
  }
  while (on.received.length < 4) await new Promise((resolve) => setImmediate(resolve))
  assert.ok(on.received.every(isSigned))
  assert.deepEqual(
    on.received.map(({ headers }) => headers['x-slack-retry-num']),
    [undefined, '1', '2', '3'],
  )
  assert.ok(on.received.every(({ body }) => JSON.parse(body).event_id === eventId))
  assert.equal(JSON.parse(on.received[0]!.body).event.text, 'Is &lt;anyone&gt; there &amp; awake?')
})

test('a trigger opens one view, for three seconds; a form returns its values', async () => {
  await using on = await startSlack()
  const trigger = async () => {
    await on.act('alice', 'command', { with: { body: '/posthorn new' } })
    return new URLSearchParams(on.received.at(-1)!.body).get('trigger_id')
  }
  await on.tokenOf('alice')
  const open = (trigger_id: string | null, view: object = modal) => on.api('alice', 'views.open', { trigger_id, view })
  const [first, late] = [await trigger(), await trigger()]
  assert.equal((await open(first, { ...modal, title: text('x'.repeat(25)) })).error, 'invalid_arguments')
  assert.equal((await open(first, { ...modal, submit: undefined, blocks: [field] })).error, 'invalid_arguments')
  assert.equal((await open(first, { ...modal, blocks: [field] })).ok, true)
  assert.equal((await open(first)).error, 'exchanged_trigger_id')
  assert.equal((await open('1.2')).error, 'invalid_trigger_id')
  on.response.body = JSON.stringify({ response_action: 'errors', errors: { words: 'Write more.' } })
  const values = { words: { words: { type: 'plain_text_input', value: 'Hello' } } }
  await on.act('alice', 'submit', { with: { body: values } })
  const { view } = JSON.parse(new URLSearchParams(on.received.at(-1)!.body).get('payload') ?? '')
  assert.deepEqual(view.state.values, values)
  assert.match((await on.call('GET', '/desk/alice')).text, /Write more\./)
  on.response.body = ''
  await on.act('alice', 'submit', { with: { body: values } })
  assert.equal((await on.act('alice', 'look')).modal, null)
  on.later(3_001)
  assert.equal((await open(late)).error, 'expired_trigger_id')
})

test('views are stacked, at most three; a conversation lists its members', async () => {
  await using on = await startSlack()
  await on.tokenOf('alice')
  const show = async (method: string) => {
    await on.act('alice', 'command', { with: { body: '/posthorn new' } })
    const trigger_id = new URLSearchParams(on.received.at(-1)!.body).get('trigger_id')
    return (await on.api('alice', method, { trigger_id, view: modal })).error
  }
  const shown = [await show('views.push'), await show('views.open'), await show('views.push'), await show('views.push')]
  assert.deepEqual(
    [...shown, await show('views.push')],
    ['not_found', undefined, undefined, undefined, 'push_limit_reached'],
  )
  const about = (channel: string) => on.api('alice', 'conversations.info', { channel })
  assert.deepEqual((await about('D0P0000001')).channel, {
    id: 'D0P0000001',
    is_im: true,
    is_channel: false,
    user: 'U0P0000001',
  })
  assert.deepEqual(
    [(await about('C0P0000001')).needed, (await about('C1')).error],
    ['channels:read', 'channel_not_found'],
  )
})

test('a response URL accepts five messages within half an hour, without a token', async () => {
  await using on = await startSlack()
  await on.tokenOf('alice')
  await on.act('alice', 'command', { with: { body: '/posthorn help' } })
  const url = new URLSearchParams(on.received.at(-1)!.body).get('response_url') ?? ''
  const answer = async () => (await on.call('POST', url, { json: { text: 'Answer' } })).body
  for (let nth = 0; nth < 5; nth++) assert.equal((await answer()).ok, true)
  assert.equal((await answer()).error, 'used_url')
  await on.act('alice', 'command', { with: { body: '/posthorn help' } })
  const next = new URLSearchParams(on.received.at(-1)!.body).get('response_url') ?? ''
  on.later(30 * 60_000)
  assert.equal((await on.call('POST', next, { json: { text: 'Late' } })).body.error, 'expired_url')
})

test('a rate limit says how long to wait, and uninstalling revokes the token', async () => {
  await using on = await startSlack()
  await on.settings({ rateLimits: true })
  const send = () => on.as('alice', 'POST', '/api/chat.postMessage', { json: { channel: 'U0P0000001', text: 'x' } })
  assert.equal((await send()).status, 200)
  const limited = await send()
  assert.deepEqual([limited.status, limited.headers.get('retry-after'), limited.body.error], [429, '1', 'ratelimited'])
  await on.act('alice', 'uninstall')
  assert.equal((await on.api('alice', 'auth.test')).error, 'token_revoked')
  assert.deepEqual(
    on.received.map(({ body }) => JSON.parse(body).event.type),
    ['app_uninstalled', 'tokens_revoked'],
  )
})

test('the desk can write, run commands, press buttons and submit forms, and rejects requests from other sites', async () => {
  await using on = await startSlack()
  await on.tokenOf('alice')
  await on.settings({ deskWaitMs: 100 })
  const post = (form: Record<string, string>, headers = {}) => on.call('POST', '/desk/alice', { form, headers })
  await on.api('alice', 'chat.postMessage', {
    channel: 'U0P0000001',
    text: 'Press',
    blocks: [{ type: 'actions', elements: [button] }],
  })
  const page = (await on.call('GET', '/desk/alice')).text
  const ts = /name="ts" value="([\d.]+)"/.exec(page)?.[1] ?? ''
  assert.match(page, /name="press" value="go"/)
  on.response.status = 200
  const foreign = await post({ do: 'message', ts, press: 'go' }, { origin: 'https://elsewhere.example' })
  assert.equal(foreign.body.error, 'not_allowed')
  const replies = [
    post({ do: 'message', ts, press: 'go' }),
    post({ do: 'write', text: '/posthorn help' }),
    post({ do: 'write', text: 'Hello' }),
  ]
  for (const { status } of await Promise.all(replies)) assert.equal(status, 303)
  assert.deepEqual(on.received.map(({ path }) => path.split('/').at(-1)).sort(), ['commands', 'events', 'interactions'])
})
