import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { startOwnPlace } from '../../../core/tests/kit.ts'
import { startTiktok } from './kit.ts'

const signatureOf = (t: string, body: string) =>
  createHmac('sha256', 'sandbox-app-secret').update(`${t}.${body}`).digest('hex')

test('tiktok.md 6: a webhook reports a post’s outcome; it is signed over time and body, and contains JSON as a string', async () => {
  await using on = await startTiktok()
  await using place = await startOwnPlace()
  const id = await on.sendVideo('alice')
  const events: unknown[] = []
  for (const ms of [1_500, 3_000]) {
    on.later(ms)
    await on.act('alice', 'send_webhook', { with: { url: place.url } })
    const { headers, body } = place.received.at(-1) ?? { headers: {}, body: '' }
    const [, t = '', s] = /^t=(\d+),s=([0-9a-f]{64})$/.exec(String(headers['tiktok-signature'])) ?? []
    assert.equal(s, signatureOf(t, body))
    assert.equal(Number(t), Math.floor(on.sandbox.clock.ms() / 1_000))
    const payload = JSON.parse(body)
    assert.deepEqual([payload.client_key, typeof payload.content], ['sandbox-app', 'string'])
    events.push([payload.event, JSON.parse(payload.content).publish_id])
  }
  assert.deepEqual(events, [
    ['post.publish.complete', id],
    ['post.publish.publicly_available', id],
  ])
  assert.ok(place.received.at(-1)?.body.includes(`\\"post_id\\":${on.seen('alice')[0]?.id}}`))
})

test('tiktok.md 6: failures, drafts and removed posts have separate events', async () => {
  await using on = await startTiktok()
  await using place = await startOwnPlace()
  const eventNow = async () => {
    await on.act('alice', 'send_webhook', { with: { url: place.url } })
    const { event, content } = JSON.parse(place.received.at(-1)?.body ?? '')
    return [event, JSON.parse(content).reason]
  }
  await on.sendVideo('alice', {}, Buffer.alloc(400, 1))
  on.later(1_500)
  assert.deepEqual(await eventNow(), ['post.publish.failed', 'file_format_check_failed'])
  await on.sendVideo('alice')
  on.later(1_500)
  await on.act('alice', 'delete_latest')
  assert.deepEqual(await eventNow(), ['post.publish.no_longer_publicaly_available', undefined])
})

test('tiktok.md 6: when a person removes the app, a webhook reports it, and their tokens become invalid', async () => {
  await using on = await startTiktok()
  await using place = await startOwnPlace()
  const { access, refresh } = await on.connect()
  const { body: who } = await on.call('GET', '/v2/user/info/?fields=open_id', { token: access })
  const answer = await on.act('alice', 'remove_app', { with: { url: place.url, reason: 2 } })
  assert.equal(answer.status, 200)
  const { event, user_openid, content } = JSON.parse(place.received[0]?.body ?? '')
  assert.deepEqual(
    [event, user_openid, JSON.parse(content)],
    ['authorization.removed', who.data.user.open_id, { reason: 2 }],
  )
  assert.equal((await on.refresh(refresh)).body.error, 'invalid_grant')
})

test('the sandbox calls only URLs on this machine', async () => {
  await using on = await startTiktok()
  for (const url of ['https://app.example/hook', 'http://10.0.0.1/', undefined])
    await assert.rejects(on.act('alice', 'remove_app', { with: url === undefined ? {} : { url } }), /on this machine/)
  assert.equal((await on.creatorInfo('alice')).status, 200)
})
