import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { days, hours, minutes, seconds } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { openDesk } from '#test/world/inbox-desk.ts'
import { done, refused } from '#test/world/people.ts'
import { addChannel } from '#test/world/youtube.ts'

/** Edits and deletions at the networks are noticed, and nothing else counts as a deletion. */
let t: TestApp
let desk: Awaited<ReturnType<typeof openDesk>>
before(async () => {
  t = await startApp({ sandbox: true, settings: { PUBLIC_URL: 'http://127.0.0.1:4000' } })
  await t.as('root')
  desk = await openDesk(t)
})
after(() => t[Symbol.asyncDispose]())
beforeEach(() => t.sandbox.faults.remove())

const networks = ['bluesky', 'mastodon'] as const
type Network = (typeof networks)[number]

interface Item {
  readonly id: string
  readonly text: string
  readonly deletedAt: string | null
  readonly editedAt: string | null
  readonly url: string | null
  readonly sender: { readonly handle: string; readonly name: string | null }
}
const itemsOf = async (id: string): Promise<Item[]> =>
  done(await desk.ada.get(`/v1/inbox/conversations/${id}/items`)).body.items
const read = async (id: string) => done(await desk.ada.get(`/v1/inbox/conversations/${id}`)).body
const act = (network: Network, what: string, given: object) =>
  t.sandbox.network(network).acts?.[what]?.(desk.login, { ...given })
/** An act of another person, or about one. */
const standing = (network: Network, what: string, whom: string) => t.sandbox.network(network).acts?.[what]?.(whom, {})
/** The network's ID of what someone said. */
const remoteIdOf = (network: Network, text: string): string =>
  t.sandbox.ledger.entries({ network }).find((one) => one.text.includes(text))?.id ?? ''
/** Lets hours pass, with the looks of each. */
async function pass(count: number): Promise<void> {
  for (let hour = 0; hour < count; hour += 1) await t.advance(hours(1))
}
const changesOf = async (conversationId: string) =>
  done(await desk.ada.get('/v1/events?limit=100')).body.events.filter(
    (one: { type: string; data: { conversationId?: string } }) =>
      one.type === 'inbox.changed' && one.data.conversationId === conversationId,
  )

for (const network of networks) {
  test(`${network}: a deleted comment is blanked after two looks, and its conversation is done`, async () => {
    const { id, last } = await desk.ask(network, `My number is 555-0100 (${network})`)
    await act(network, 'delete_comment', { id: remoteIdOf(network, '555-0100') })
    await pass(1)
    assert.equal((await read(id)).state, 'open', 'one look that misses it is not enough')
    await pass(4)
    const { state, unansweredSince, items } = await read(id)
    assert.deepEqual([state, unansweredSince, items], ['done', null, 1])
    const [item] = await itemsOf(id)
    assert.ok(item?.deletedAt)
    assert.deepEqual([item.id, item.text, item.url], [last.id, '', null])
    assert.deepEqual(await desk.list({ q: '555-0100' }), [])
    assert.deepEqual(
      (await changesOf(id)).map(({ data }: { data: { uid: string | null } }) => data.uid),
      [null],
    )
    const answer = { itemId: last.id, lastItemId: last.id, text: 'Thank you' }
    refused(await desk.ada.post(`/v1/inbox/conversations/${id}/replies`, answer), 404, 'inbox_item_not_found')
    await t.advance(days(8))
    assert.equal((await changesOf(id)).length, 1)
  })

  test(`${network}: an edited comment is shown with its new text, and marked as edited`, async () => {
    const { id, version } = await desk.ask(network, `Open at nine? (${network})`)
    await act(network, 'edit_comment', { id: remoteIdOf(network, 'Open at nine'), body: 'Open at ten?' })
    await pass(3)
    const [item] = await itemsOf(id)
    assert.match(item?.text ?? '', /Open at ten\?$/)
    assert.ok(item?.editedAt)
    const now = await read(id)
    assert.deepEqual([now.state, now.version], ['open', version + 1])
    assert.equal((await changesOf(id)).length, 1)
    await t.advance(days(10))
    assert.deepEqual([(await read(id)).version, (await changesOf(id)).length], [version + 1, 1])
  })

  test(`${network}: a comment that one look misses stays, and so does one during an outage`, async () => {
    const { id } = await desk.ask(network, `Still there (${network})?`)
    const isMissed = async () =>
      (
        await t.db
          .selectFrom('inboxItem')
          .select('id')
          .where('missingAt', 'is not', null)
          .where('deletedAt', 'is', null)
          .execute()
      ).length > 0
    assert.equal(await isMissed(), false)
    const calls = network === 'bluesky' ? ['getPosts'] : ['listStatusesById', 'getStatus']
    for (const call of calls) t.sandbox.faults.add({ network, call, kind: 'error_before' })
    await pass(6)
    assert.equal(await isMissed(), false, 'a failed call says nothing')
    t.sandbox.faults.remove()
    await standing(network, network === 'bluesky' ? 'deactivate' : 'suspend', 'bob')
    for (let hour = 0; hour < 24 && !(await isMissed()); hour += 1) await pass(1)
    assert.equal(await isMissed(), true)
    await standing(network, 'restore', 'bob')
    await pass(24)
    const [item] = await itemsOf(id)
    assert.deepEqual([await isMissed(), item?.deletedAt, (await read(id)).state], [false, null, 'open'])
  })

  test(`${network}: one deleted comment of several leaves the others open`, async () => {
    const { id } = await desk.ask(network, `Price of the boat (${network})?`)
    const first = remoteIdOf(network, 'Price of the boat')
    await act(network, 'comment', { body: `I want to know, too (${network})`, to: first, by: 'carla' })
    await t.advance(minutes(41))
    await act(network, 'delete_comment', { id: first })
    await pass(6)
    const items = await itemsOf(id)
    assert.deepEqual(
      items.map(({ deletedAt }) => deletedAt !== null),
      [true, false],
    )
    const { state, unansweredSince, last } = await read(id)
    assert.deepEqual([state, unansweredSince !== null], ['open', true])
    assert.match(last.text, /I want to know, too/)
  })

  test(`${network}: a reply that waits fails when its comment is deleted, and nothing is sent`, async () => {
    const { id, last } = await desk.ask(network, `Is it sold (${network})?`)
    const call = network === 'bluesky' ? 'putRecord' : 'createStatus'
    t.sandbox.faults.add({ network, call, kind: 'rate_limit', retryAfterMs: days(1) })
    const body = { itemId: last.id, lastItemId: last.id, text: `Not yet (${network})` }
    const reply = done(await desk.ada.post(`/v1/inbox/conversations/${id}/replies`, body), 201).body
    await t.advance(seconds(9))
    await act(network, 'delete_comment', { id: remoteIdOf(network, 'Is it sold') })
    await pass(6)
    const now = done(await desk.ada.get(`/v1/inbox/replies/${reply.id}`)).body
    assert.deepEqual([now.state, now.errorCode], ['failed', 'answered_gone'])
    t.sandbox.faults.remove()
    await t.advance(days(2))
    assert.deepEqual(
      desk.sent(network).filter(({ text }) => text.includes('Not yet')),
      [],
    )
  })
}

test('youtube: what is open is read again within its 30 days, and so stays', async () => {
  const channel = await addChannel(t, 'user-8301')
  await channel.turnOn()
  await t.advance(minutes(1))
  await channel.comment('is the harpsichord for sale?')
  for (let week = 0; week < 10; week += 1) await t.advance(days(7))
  assert.deepEqual(await channel.texts(), ['is the harpsichord for sale?'])
})
