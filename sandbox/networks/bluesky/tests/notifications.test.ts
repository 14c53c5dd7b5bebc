import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBluesky, type Person } from './kit.ts'

test('replies up a thread, quotes and mentions are listed once each, newest first', async () => {
  await using on = await openBluesky()
  const [alice, bob, carla] = [await on.person('alice'), await on.person('bob'), await on.person('carla')]
  const say = async (who: Person, key: string, record: object = {}) => (await who.put(key, record)).body
  const root = await say(alice, '3laaaaaaaaa22', { text: 'We open at nine' })
  const reply = await say(bob, '3laaaaaaaab22', { text: 'even on Sunday?', reply: { root, parent: root } })
  const deep = await say(carla, '3laaaaaaaac22', { text: 'no', reply: { root, parent: reply } })
  const quote = await say(carla, '3laaaaaaaad22', { embed: { $type: 'app.bsky.embed.record', record: root } })
  const features = [{ $type: 'app.bsky.richtext.facet#mention', did: alice.did }]
  const facets = [{ index: { byteStart: 0, byteEnd: 6 }, features }]
  const mention = await say(bob, '3laaaaaaaae22', { text: '@alice hello', facets, reply: { root, parent: root } })
  await say(alice, '3laaaaaaaaf22', { text: 'thank you', reply: { root, parent: mention } })

  const list = async (query: Record<string, string> = {}, who = alice) =>
    (await who.get('app.bsky.notification.listNotifications', query)).body
  const { notifications } = await list()
  assert.deepEqual(
    notifications.map((one: { uri: string; reason: string; reasonSubject?: string }) => [
      one.uri,
      one.reason,
      one.reasonSubject,
    ]),
    [
      [mention.uri, 'mention', undefined],
      [quote.uri, 'quote', root.uri],
      [deep.uri, 'reply', root.uri],
      [reply.uri, 'reply', root.uri],
    ],
  )
  const first = await list({ limit: '3', reasons: 'reply' })
  assert.equal(first.notifications.length, 2)
  const page = await list({ limit: '1' })
  assert.equal((await list({ limit: '1', cursor: page.cursor })).notifications[0].uri, quote.uri)
  assert.equal((await list({}, bob)).notifications.length, 2, 'the reply by Carla and the reply by Alice')
})

test('another person comments by an act, and a deleted comment is no longer listed', async () => {
  await using on = await openBluesky()
  const [alice, bob] = [await on.person('alice'), await on.person('bob')]
  const act = (text: string) =>
    on.control('/act', { network: 'bluesky', account: 'alice', act: 'comment', with: { body: text } })
  assert.equal((await act('too early')).status, 400)
  await alice.put('3laaaaaaaaa22')
  const { uri } = (await act('What a morning')).body
  const list = async () => (await alice.get('app.bsky.notification.listNotifications')).body.notifications
  assert.deepEqual(
    (await list()).map((one: { uri: string; record: { text: string } }) => [one.uri, one.record.text]),
    [[uri, 'What a morning']],
  )
  const [collection, rkey] = uri.split('/').slice(-2)
  await bob.post('com.atproto.repo.deleteRecord', { repo: bob.did, collection, rkey })
  assert.deepEqual(await list(), [])
})
