import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startNetwork } from '../../../core/tests/kit.ts'
import { telegram } from '../telegram.ts'

const token = '7000000001:AAsandbox-bot-token-0123456789abcde'
const alice = 600_000_001

async function open() {
  const network = await startNetwork('telegram', telegram)
  const bot = (method: string, json: object = {}) => network.call('POST', `/bot${token}/${method}`, { json })
  return { ...network, bot }
}
const summary = ({ status, body }: { status: number; body: { description?: string } }) => [
  status,
  body.description ?? '',
]

test('a wrong or missing token is rejected', async () => {
  await using at = await open()
  const other = `/bot7000000001:${'x'.repeat(35)}/getMe`
  assert.deepEqual(summary(await at.call('POST', other)), [401, 'Unauthorized'])
  assert.deepEqual(summary(await at.call('POST', '/botnonsense/getMe')), [404, 'Not Found'])
  assert.equal((await at.bot('getMe')).body.result.username, 'posthorn_sandbox_bot')
})

test('a bot cannot write first, nor to a person who has blocked it', async () => {
  await using at = await open()
  const write = () => at.bot('sendMessage', { chat_id: alice, text: 'Hello' })
  assert.deepEqual(summary(await write()), [400, 'Bad Request: chat not found'])
  await at.act('alice', 'say', { with: { body: '/start' } })
  assert.equal((await write()).body.result.text, 'Hello')
  await at.act('alice', 'block')
  assert.deepEqual(summary(await write()), [403, 'Forbidden: bot was blocked by the user'])
})

test('text, tags, buttons and edits have the Bot API’s limits', async () => {
  await using at = await open()
  await at.act('alice', 'say', { with: { body: '/start' } })
  const send = (more: object) => at.bot('sendMessage', { chat_id: alice, text: 'x', parse_mode: 'HTML', ...more })
  const keyboard = (data: string) => ({ reply_markup: { inline_keyboard: [[{ text: 'b', callback_data: data }]] } })
  assert.match(String(summary(await send({ text: 'x'.repeat(4_097) }))[1]), /message is too long/)
  assert.match(String(summary(await send({ text: '<p>x</p>' }))[1]), /can't parse entities/)
  assert.match(String(summary(await send({ text: 'a < b' }))[1]), /can't parse entities/)
  assert.match(String(summary(await send(keyboard('é'.repeat(33))))[1]), /BUTTON_DATA_INVALID/)
  const { result } = (await send({ text: '<b>1 &lt; 2</b>' })).body
  assert.equal(result.text, '1 < 2')
  const edit = { chat_id: alice, message_id: result.message_id, text: '1 < 2' }
  assert.match(String(summary(await at.bot('editMessageText', edit))[1]), /message is not modified/)
})

test('a webhook and getUpdates exclude each other, and a second poller ends the first', async () => {
  await using at = await open()
  assert.match(String(summary(await at.bot('setWebhook', { url: 'http://127.0.0.1/x' }))[1]), /HTTPS/)
  assert.match(
    String(summary(await at.bot('setWebhook', { url: 'https://a.example:4000/x' }))[1]),
    /ports 80, 88, 443 or 8443/,
  )
  await at.bot('setWebhook', { url: 'https://a.example/x', secret_token: 's' })
  assert.equal((await at.bot('getUpdates')).status, 409)
  await at.bot('deleteWebhook')
  const first = at.bot('getUpdates', { timeout: 20 })
  while (at.sandbox.calls.open === 0) await new Promise((resolve) => setImmediate(resolve))
  const second = at.bot('getUpdates', { timeout: 20 })
  assert.equal((await first).status, 409)
  await at.act('alice', 'say', { with: { body: 'hello' } })
  const [update] = (await second).body.result
  assert.equal(update.message.text, 'hello')
  assert.deepEqual((await at.bot('getUpdates', { offset: update.update_id + 1 })).body.result, [])
})

test('in a group with privacy mode the bot sees commands, and a file that is too large is not returned', async () => {
  await using at = await open()
  await at.act('alice', 'add_bot')
  const say = async (body: object) => (await at.act('alice', 'say', { with: { body } })).updates.length
  assert.equal(await say({ chat: 'group', text: 'between us' }), 0)
  assert.equal(await say({ chat: 'group', text: '/new post' }), 1)
  const { updates } = await at.act('alice', 'say', {
    with: { body: { files: [{ kind: 'video', base64: 'AAAA', size: 30_000_000 }] } },
  })
  const { file_id: id } = updates[0].update.message.video
  assert.match(String(summary(await at.bot('getFile', { file_id: id }))[1]), /file is too big/)
})
