import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { mastodon } from '#connectors/mastodon/index.ts'
import { hours, minutes, seconds } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { openDesk } from '#test/world/inbox-desk.ts'
import { done, grant, refused } from '#test/world/people.ts'
import { silentBluesky, withKey } from '#test/world/posts.ts'

/** Replies to comments: sent once, as the account, under the comment. */
let t: TestApp
let desk: Awaited<ReturnType<typeof openDesk>>
const readers: Client[] = []
before(async () => {
  t = await startApp({ sandbox: true })
  await t.as('root')
  desk = await openDesk(t)
  for (const role of ['viewer', 'contributor'] as const) {
    const person = await t.as(role)
    await grant(desk.person, desk.profileId, person, role)
    readers.push(await withKey(t, person, ['inbox:read', 'inbox:reply']))
  }
  readers.push(await withKey(t, desk.person, ['inbox:read', 'inbox:write']))
})
after(() => t[Symbol.asyncDispose]())
beforeEach(() => t.sandbox.faults.remove())

const networks = ['bluesky', 'mastodon'] as const

interface Asked {
  readonly id: string
  readonly last: { readonly id: string }
}
const bodyFor = ({ last }: Asked, text: string, more: object = {}) => ({
  itemId: last.id,
  lastItemId: last.id,
  text,
  ...more,
})
const reply = (asked: Asked, text: string, more: object = {}) =>
  desk.ada.post(`/v1/inbox/conversations/${asked.id}/replies`, bodyFor(asked, text, more))
const read = async (id: string) => done(await desk.ada.get(`/v1/inbox/replies/${id}`)).body
const itemsOf = async ({ id }: Asked) => done(await desk.ada.get(`/v1/inbox/conversations/${id}/items`)).body.items
/** The far side's comment of this text. */
const commentOf = (network: string, text: string) =>
  t.sandbox.ledger.entries({ network }).find((one) => one.text.includes(text))

for (const network of networks) {
  test(`${network}: a reply is sent under the comment after eight seconds, and becomes an item that stops its clock`, async () => {
    const asked = await desk.ask(network, 'Open on Sunday?')
    const { id, state, sendsAt } = done(await reply(asked, `Yes, on ${network}`, { closes: true }), 201).body
    assert.deepEqual([state, Date.parse(sendsAt) - t.now().getTime()], ['queued', seconds(8)])
    await t.settle()
    assert.deepEqual(
      desk.sent(network).filter(({ text }) => text.includes(`Yes, on ${network}`)),
      [],
    )
    await t.advance(seconds(9))
    const sent = await read(id)
    assert.deepEqual([sent.state, sent.error], ['sent', null])
    const [there, ...others] = desk.sent(network).filter(({ text }) => text.includes(`Yes, on ${network}`))
    assert.deepEqual(others, [])
    assert.equal(there?.replyTo, commentOf(network, 'Open on Sunday?')?.id)
    const items = await itemsOf(asked)
    assert.deepEqual(
      items.map(({ id, parentId, sender }: { id: string; parentId: string; sender: { isUs: boolean } }) => [
        id,
        parentId,
        sender.isUs,
      ]),
      [
        [asked.last.id, null, false],
        [sent.sentItemId, asked.last.id, true],
      ],
    )
    const { state: now, unansweredSince } = done(await desk.ada.get(`/v1/inbox/conversations/${asked.id}`)).body
    assert.deepEqual([now, unansweredSince], ['done', null])
    await t.advance(minutes(41))
    assert.equal((await itemsOf(asked)).length, 2, 'the reading that follows finds the same item')
  })

  test(`${network}: a reply whose response was lost is sent once`, async () => {
    const asked = await desk.ask(network, 'And on Monday?')
    const call = network === 'bluesky' ? 'putRecord' : 'createStatus'
    t.sandbox.faults.add({ network, call, kind: 'drop_after', times: 1 })
    const { id } = done(await reply(asked, `Monday too, on ${network}`), 201).body
    await t.advance(seconds(9))
    assert.equal((await read(id)).state, 'sending')
    await t.advance(minutes(5))
    assert.equal((await read(id)).state, 'sent')
    assert.equal(desk.sent(network).filter(({ text }) => text.includes(`Monday too, on ${network}`)).length, 1)
  })
}

test('a reply is withdrawn until it is begun, and not afterwards', async () => {
  const asked = await desk.ask('bluesky', 'Do you ship?')
  const { id } = done(await reply(asked, 'We do'), 201).body
  assert.equal(done(await desk.ada.delete(`/v1/inbox/replies/${id}`)).body.state, 'cancelled')
  await t.advance(minutes(1))
  assert.deepEqual(
    desk.sent('bluesky').filter(({ text }) => text === 'We do'),
    [],
  )
  const again = done(await reply(asked, 'We do'), 201).body
  await t.advance(seconds(9))
  refused(await desk.ada.delete(`/v1/inbox/replies/${again.id}`), 409, 'reply_begun')
  assert.equal((await read(again.id)).state, 'sent')
})

test('a second answer, or the same text again, has to be confirmed', async () => {
  const asked = await desk.ask('bluesky', 'How much?')
  done(await reply(asked, 'Ten'), 201)
  refused(await reply(asked, 'Ten euros'), 409, 'answered_meanwhile')
  await t.advance(seconds(9))
  refused(await reply(asked, 'Ten euros'), 409, 'answered_meanwhile')
  const last = (await itemsOf(asked)).at(-1)
  const seen = { ...bodyFor(asked, 'Ten'), lastItemId: last.id }
  const post = (body: object) => desk.ada.post(`/v1/inbox/conversations/${asked.id}/replies`, body)
  refused(await post(seen), 409, 'same_reply')
  done(await post({ ...seen, confirm: true }), 201)
  await t.advance(seconds(9))
  assert.equal(desk.sent('bluesky').filter(({ text }) => text === 'Ten').length, 2)
})

test('a reply that its network would refuse is refused at once, with the limit', async () => {
  const asked = await desk.ask('bluesky', 'Which colours?')
  const long = await reply(asked, 'a'.repeat(301))
  refused(long, 400, 'validation_failed')
  assert.deepEqual(
    long.body.errors.map(({ path, code }: { path: string; code: string }) => [path, code]),
    [['/text', 'text_too_long']],
  )
  const foreign = { id: 'itm_01kajv4z00e008000000000001' }
  refused(await reply({ ...asked, last: foreign }, 'All'), 404, 'inbox_item_not_found')
  refused(await reply(asked, 'All', { lastItemId: foreign.id }), 404, 'inbox_item_not_found')
})

test('a reply to a comment that was deleted in the meantime fails and says so, and nothing is published', async () => {
  const asked = await desk.ask('mastodon', 'Is it warm?')
  const { id } = done(await reply(asked, 'Very'), 201).body
  const { id: remoteId } = commentOf('mastodon', 'Is it warm?') ?? {}
  await fetch(`${t.sandbox.url}/mastodon/api/v1/statuses/${remoteId}`, {
    method: 'DELETE',
    headers: { authorization: 'Bearer sandbox-token-bob' },
  })
  await t.advance(minutes(1))
  const failed = await read(id)
  assert.deepEqual([failed.state, failed.errorCode], ['failed', 'answered_gone'])
  assert.deepEqual(
    desk.sent('mastodon').filter(({ text }) => text.includes('Very')),
    [],
  )
})

test('a failed reply is sent again, and a reply without access to its account waits for it', async () => {
  const asked = await desk.ask('bluesky', 'Any news?')
  t.sandbox.faults.add({ network: 'bluesky', call: 'putRecord', kind: 'reject', times: 1 })
  const { id } = done(await reply(asked, 'Soon'), 201).body
  refused(await desk.ada.post(`/v1/inbox/replies/${id}/retry`, {}), 409, 'reply_not_failed')
  await t.advance(seconds(9))
  assert.equal((await read(id)).state, 'failed')
  assert.equal(done(await desk.ada.post(`/v1/inbox/replies/${id}/retry`, {})).body.state, 'queued')
  await t.settle()
  assert.equal((await read(id)).state, 'sent')
  refused(await desk.ada.post(`/v1/inbox/replies/${id}/resolve`, { resolve: 'published' }), 409, 'reply_not_unknown')
})

test('subscribers learn of comments and replies by their IDs, without words and names', async () => {
  const asked = await desk.ask('bluesky', 'Is this secret?')
  const { id } = done(await reply(asked, 'It is'), 201).body
  await t.advance(seconds(9))
  done(await desk.ada.patch(`/v1/inbox/conversations/${asked.id}`, { state: 'done' }))
  const { events } = done(await desk.ada.get('/v1/events?limit=100')).body
  const mine = (events as { type: string; data: { conversationId?: string; replyId?: string } }[]).filter(
    ({ data }) => data.conversationId === asked.id,
  )
  // The conversation may have begun with another test.
  assert.deepEqual(
    mine.slice(-3).map(({ type, data }) => [type, data.replyId]),
    [
      ['inbox.received', undefined],
      ['inbox.reply_sent', id],
      ['inbox.changed', undefined],
    ],
  )
  assert.doesNotMatch(JSON.stringify(mine), /secret|It is|bob|carla/)
})

test('a viewer and a contributor read replies and send none, and neither does a key without the scope', async () => {
  const asked = await desk.ask('bluesky', 'Who are you?')
  for (const [nth, client] of readers.entries()) {
    done(await client.get(`/v1/inbox/conversations/${asked.id}/replies`))
    const answer = await client.post(`/v1/inbox/conversations/${asked.id}/replies`, bodyFor(asked, 'Us'))
    refused(answer, 403, nth < 2 ? 'profile_role_required' : 'scope_required')
  }
})

test('a reply whose outcome no one can tell is unknown until a person says what is there', async () => {
  await using other = await startApp({ sandbox: true, connectors: { bluesky: silentBluesky, mastodon } })
  await other.as('root')
  const own = await openDesk(other)
  const write = async (question: string) => {
    const asked = await own.ask('bluesky', question)
    other.sandbox.faults.add({ network: 'bluesky', call: 'putRecord', kind: 'drop_after', times: 1 })
    const path = `/v1/inbox/conversations/${asked.id}/replies`
    const { id } = done(await own.ada.post(path, bodyFor(asked, `Maybe. ${question}`)), 201).body
    await other.advance(seconds(9))
    for (let looks = 0; looks < 6; looks += 1) await other.advance(hours(2))
    assert.equal(done(await own.ada.get(`/v1/inbox/replies/${id}`)).body.state, 'unknown')
    refused(await own.ada.post(`/v1/inbox/replies/${id}/retry`, {}), 409, 'outcome_unknown')
    return { id, asked }
  }
  const there = await write('Is it there?')
  const resolve = (id: string, as: string) => own.ada.post(`/v1/inbox/replies/${id}/resolve`, { resolve: as })
  assert.equal(done(await resolve(there.id, 'published')).body.state, 'sent')
  await other.advance(minutes(1))
  assert.equal(own.sent('bluesky').length, 1)
  const gone = await write('Is it gone?')
  assert.equal(done(await resolve(gone.id, 'retry')).body.state, 'queued')
})
