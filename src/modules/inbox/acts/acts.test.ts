import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { bluesky } from '#connectors/bluesky/index.ts'
import { mastodon } from '#connectors/mastodon/index.ts'
import { hours, minutes, seconds } from '#kernel/clock.ts'
import { fromWire } from '#kernel/ids.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { openDesk } from '#test/world/inbox-desk.ts'
import { done, grant, refused } from '#test/world/people.ts'
import { withKey } from '#test/world/posts.ts'

/** Likes, hides and removals: what is wanted is recorded at once, and done at the network by the lane of the account. */
let t: TestApp
let desk: Awaited<ReturnType<typeof openDesk>>
const keys = {} as Record<'viewer' | 'contributor' | 'editor' | 'admin' | 'reader', Client>
before(async () => {
  t = await startApp({ sandbox: true })
  await t.as('root')
  desk = await openDesk(t)
  for (const role of ['viewer', 'contributor', 'editor', 'admin'] as const) {
    const person = await t.as(`${role}-of-items`)
    await grant(desk.person, desk.profileId, person, role)
    keys[role] = await withKey(t, person, ['inbox:read', 'inbox:write'])
  }
  keys.reader = await withKey(t, desk.person, ['inbox:read', 'inbox:reply'])
})
after(() => t[Symbol.asyncDispose]())
beforeEach(() => t.sandbox.faults.remove())

interface Asked {
  readonly id: string
  readonly last: { readonly id: string }
}
const item = async (id: string) => done(await desk.ada.get(`/v1/inbox/items/${id}`)).body
const change = (id: string, body: object, client: Client = desk.ada) => client.patch(`/v1/inbox/items/${id}`, body)
const remove = (id: string, client: Client = desk.ada) => client.delete(`/v1/inbox/items/${id}`)
const calls = (network: string, call: string, by = desk.login) =>
  t.sandbox.calls
    .list({ network })
    .calls.filter((one) => one.account === by && one.call.split('.').at(-1) === call && one.status !== null)

async function recordsOf(collection: string) {
  const query = new URLSearchParams({ repo: `${desk.login}.sandbox`, collection })
  const answer = await fetch(`${t.sandbox.url}/bluesky/xrpc/com.atproto.repo.listRecords?${query}`)
  const { records } = (await answer.json()) as { records: { value: { hiddenReplies?: string[] } }[] }
  return records.map(({ value }) => value)
}
const likes = async () => (await recordsOf('app.bsky.feed.like')).length
const hidden = async () =>
  (await recordsOf('app.bsky.feed.threadgate')).flatMap(({ hiddenReplies = [] }) => hiddenReplies)

/** Writes a reply, waits until it is sent, and returns its item. */
async function reply(asked: Asked, text: string): Promise<string> {
  const body = { itemId: asked.last.id, lastItemId: asked.last.id, text }
  const { id } = done(await desk.ada.post(`/v1/inbox/conversations/${asked.id}/replies`, body), 201).body
  await t.advance(seconds(9))
  return done(await desk.ada.get(`/v1/inbox/replies/${id}`)).body.sentItemId
}

test('a like is shown at once, is at the network seconds later, and is undone', async () => {
  const { last } = await desk.ask('bluesky', 'Open on Sunday?')
  assert.deepEqual([last.canAct, last.liked, last.acts], [['like', 'hide'], false, []])
  const wanted = done(await change(last.id, { liked: true })).body
  assert.deepEqual(
    [wanted.liked, wanted.acts],
    [true, [{ act: 'like', wanted: true, state: 'waiting', errorCode: null, error: null }]],
  )
  assert.equal(await likes(), 0)
  await t.settle()
  const liked = await item(last.id)
  assert.deepEqual([liked.liked, liked.acts, await likes()], [true, [], 1])
  done(await change(last.id, { liked: true }))
  await t.settle()
  assert.equal(calls('bluesky', 'putRecord').length, 2, 'the post, and the like')
  done(await change(last.id, { liked: false }))
  await t.settle()
  assert.deepEqual([(await item(last.id)).liked, await likes()], [false, 0])
})

test('a like that is undone before it is done costs no call', async () => {
  const { last } = await desk.ask('mastodon', 'Do you like me?')
  done(await change(last.id, { liked: true }))
  const { acts } = done(await change(last.id, { liked: false })).body
  await t.settle()
  assert.deepEqual([acts, calls('mastodon', 'favourite'), calls('mastodon', 'unfavourite')], [[], [], []])
})

test('replies are hidden in the account’s own thread, one after the other, and shown again', async () => {
  const one = await desk.ask('bluesky', 'Buy followers')
  const other = await desk.ask('bluesky', 'Buy likes')
  for (const { last } of [one, other]) done(await change(last.id, { hidden: true }))
  await t.settle()
  assert.equal((await hidden()).length, 2)
  done(await change(one.last.id, { hidden: false, liked: true }))
  await t.settle()
  const shown = await item(one.last.id)
  assert.deepEqual([shown.hidden, shown.liked, shown.acts, (await hidden()).length], [false, true, [], 1])
  assert.equal((await item(other.last.id)).hidden, true)
  done(await change(one.last.id, { liked: false }))
})

test('what the network does not have is not offered, and is refused', async () => {
  const { last } = await desk.ask('mastodon', 'Hide me')
  assert.deepEqual(last.canAct, ['like'])
  refused(await change(last.id, { hidden: true }), 409, 'act_not_available')
  refused(await remove(last.id), 409, 'act_not_available')
  refused(await change('itm_01kajv4z00e008000000000001', { liked: true }), 404, 'inbox_item_not_found')
})

test('a lost response is followed by a repeat that changes nothing, and the item says what it waits for', async () => {
  const before = await likes()
  const { last } = await desk.ask('bluesky', 'Are you there?')
  t.sandbox.faults.add({ network: 'bluesky', call: 'putRecord', kind: 'drop_after', times: 1 })
  done(await change(last.id, { liked: true }))
  await t.settle()
  const [waiting] = (await item(last.id)).acts
  assert.deepEqual([waiting.state, waiting.errorCode], ['waiting', 'unreachable'])
  assert.ok(waiting.error)
  // It is undone while the outcome is unknown, so the network has to be called.
  done(await change(last.id, { liked: false }))
  await t.settle()
  assert.deepEqual([(await item(last.id)).acts, await likes()], [[], before])
})

test('a network that stays away is tried a few times, and then the item says why in words', async () => {
  const { last } = await desk.ask('mastodon', 'Anyone?')
  t.sandbox.faults.add({ network: 'mastodon', call: 'favourite', kind: 'error_before', times: 100 })
  done(await change(last.id, { liked: true }))
  await t.settle()
  for (let waits = 0; waits < 8; waits += 1) await t.advance(hours(4))
  const failed = await item(last.id)
  assert.deepEqual([failed.liked, failed.acts.length, failed.acts[0].state], [false, 1, 'failed'])
  assert.match(failed.acts[0].error, /503/)
  assert.equal(calls('mastodon', 'favourite').length, 6)
  t.sandbox.faults.remove()
  done(await change(last.id, { liked: true }))
  await t.settle()
  const liked = await item(last.id)
  assert.deepEqual([liked.liked, liked.acts], [true, []])
})

test('a refusal is final until it is wanted again, and a rate limit is waited for', async () => {
  const { last } = await desk.ask('mastodon', 'Still there?')
  t.sandbox.faults.add({ network: 'mastodon', call: 'favourite', kind: 'reject', times: 1 })
  done(await change(last.id, { liked: true }))
  await t.settle()
  const [failed] = (await item(last.id)).acts
  assert.deepEqual([failed.state, failed.errorCode], ['failed', 'refused_by_server'])
  // Giving it up clears the failure.
  assert.deepEqual(done(await change(last.id, { liked: false })).body.acts, [])
  t.sandbox.faults.add({
    network: 'mastodon',
    call: 'favourite',
    kind: 'rate_limit',
    retryAfterMs: minutes(20),
    times: 1,
  })
  done(await change(last.id, { liked: true }))
  await t.settle()
  const before = calls('mastodon', 'favourite').length
  await t.advance(minutes(10))
  assert.equal(calls('mastodon', 'favourite').length, before)
  await t.advance(minutes(11))
  assert.deepEqual([(await item(last.id)).liked, (await item(last.id)).acts], [true, []])
})

test('a reply from the inbox is removed, its words are erased, and the conversation stays', async () => {
  for (const network of ['bluesky', 'mastodon'] as const) {
    const asked = await desk.ask(network, `How much on ${network}?`)
    const sent = await reply(asked, `Ten on ${network}`)
    assert.deepEqual((await item(sent)).canAct, ['remove'])
    const wanted = done(await remove(sent)).body
    assert.deepEqual(
      wanted.acts.map(({ act, state }: { act: string; state: string }) => [act, state]),
      [['remove', 'waiting']],
    )
    await t.settle()
    const gone = await item(sent)
    assert.ok(gone.removedAt)
    assert.deepEqual([gone.text, gone.canAct, gone.acts], ['', [], []])
    const entries = desk
      .sent(network)
      .filter(({ text, kind }) => kind === 'delete' || text.includes(`Ten on ${network}`))
    assert.deepEqual(
      entries.map(({ kind }) => kind),
      ['reply', 'delete'],
    )
    await t.advance(minutes(41))
    assert.equal((await item(sent)).text, '', 'a later reading leaves it erased')
    const before = t.sandbox.calls.total
    done(await remove(sent))
    await t.settle()
    assert.equal(t.sandbox.calls.total, before, 'it is removed once')
  }
})

test('a post, a part of a thread and a first comment are never removed, whatever the tables say', async () => {
  const { ada, profileId } = desk
  const asked = await desk.ask('bluesky', 'Who wrote this?')
  const sent = await reply(asked, 'We did')
  const content = { content: 'Part one', thread: [{ content: 'Part two' }], firstComment: 'And a comment' }
  done(await ada.post('/v1/posts', { profileId, platforms: ['bluesky'], ...content }), 201)
  await t.settle()
  const far = desk.sent('bluesky').filter(({ text }) => ['Part one', 'Part two', 'And a comment'].includes(text))
  assert.equal(far.length, 3)
  const parts = far.filter(({ text }) => text !== 'And a comment')
  const place = (remoteId: string, direction: string, text: string, parentId: string | null) =>
    sql`update inbox_item set remote_id = ${remoteId}, direction = ${direction}, text = ${text}, parent_id = ${parentId}
      where id = ${fromWire('itm', sent)}`.execute(t.db)
  for (const { id, text, replyTo } of far)
    for (const direction of ['in', 'out']) {
      await place(id, direction, text, replyTo)
      // The comment is removable only as the reply that these tables falsely say it is.
      const isComment = !parts.some((one) => one.id === id)
      assert.equal((await item(sent)).canAct.includes('remove'), false, `${text}, ${direction}, ${isComment}`)
      refused(await remove(sent), 409, 'act_not_available')
      await sql`insert into inbox_act (item_id, act, account_id, wanted, done, due_at)
        values (${fromWire('itm', sent)}, 'remove', ${fromWire('acc', desk.bluesky)}, true, false, ${t.now()})
        on conflict (item_id, act) do update set due_at = excluded.due_at`.execute(t.db)
      await t.settle()
      const [failed] = (await item(sent)).acts
      assert.deepEqual([failed.state, failed.errorCode], ['failed', 'act_not_available'])
    }
  assert.deepEqual(
    desk.sent('bluesky').filter(({ kind, id }) => kind === 'delete' && far.some((one) => one.id === id)),
    [],
  )
})

test('a permission that the account has not granted is named, and reading continues without it', async () => {
  const { last } = await desk.ask('mastodon', 'May I?')
  const scopes = ['read:accounts', 'read:statuses', 'read:notifications', 'write:media', 'write:statuses']
  const set = (to: readonly string[]) =>
    sql`update network_grant set scopes = ${to}::text[] where id = (
      select grant_id from account where id = ${fromWire('acc', desk.mastodon)})`.execute(t.db)
  await set(scopes)
  const answer = await change(last.id, { liked: true })
  refused(answer, 409, 'inbox_scope_missing')
  assert.match(answer.body.detail, /like comments is missing \(write:favourites\).*upgrade-scopes/)
  const { accounts } = done(await desk.ada.get(`/v1/inbox/accounts?profileId=${desk.profileId}`)).body
  const { missingScopes, acts } = accounts.find(({ accountId }: { accountId: string }) => accountId === desk.mastodon)
  assert.deepEqual(
    [missingScopes, acts],
    [
      [],
      [
        { act: 'like', missingScopes: ['write:favourites'] },
        { act: 'remove', missingScopes: [] },
      ],
    ],
  )
  await set([])
})

test('who may not publish changes nothing, an editor likes and hides, and only an admin removes', async () => {
  const asked = await desk.ask('bluesky', 'Who may?')
  const sent = await reply(asked, 'It depends')
  const { viewer, contributor, editor, admin, reader } = keys
  done(await viewer.get(`/v1/inbox/items/${asked.last.id}`))
  for (const one of [viewer, contributor])
    refused(await change(asked.last.id, { liked: true }, one), 403, 'profile_role_required')
  done(await change(asked.last.id, { liked: true }, editor))
  refused(await remove(sent, editor), 403, 'profile_role_required')
  done(await remove(sent, admin))
  refused(await change(asked.last.id, { hidden: true }, reader), 403, 'scope_required')
  refused(await remove(sent, reader), 403, 'scope_required')
  await t.settle()
})

test('subscribers and the activity learn of it by IDs', async () => {
  const asked = await desk.ask('bluesky', 'Is it secret?')
  const changes = async () => {
    const { events } = done(await desk.ada.get('/v1/events?limit=100')).body
    return (events as { type: string; data: { conversationId?: string } }[]).filter(
      ({ type, data }) => type === 'inbox.changed' && data.conversationId === asked.id,
    )
  }
  // The conversation may have begun with another test.
  const before = (await changes()).length
  done(await change(asked.last.id, { liked: true }))
  await t.settle()
  const mine = await changes()
  assert.equal(mine.length - before, 2, 'wanted, and done')
  assert.doesNotMatch(JSON.stringify(mine), /secret/)
})

test('a process that dies between the call and its record repeats the call, and there is one like', async () => {
  let deaths = 1
  const like = bluesky.inbox?.acts?.like
  assert.ok(like && bluesky.inbox)
  const dying = {
    ...bluesky,
    inbox: {
      ...bluesky.inbox,
      acts: {
        ...bluesky.inbox.acts,
        like: {
          async run(...given: Parameters<typeof like.run>) {
            await like.run(...given)
            if (deaths-- > 0) await sql`update inbox_account set fence = fence + 1`.execute(other.db)
          },
        },
      },
    },
  }
  await using other = await startApp({ sandbox: true, connectors: { bluesky: dying, mastodon } })
  await other.as('root')
  const own = await openDesk(other)
  const { last } = await own.ask('bluesky', 'Still alive?')
  done(await own.ada.patch(`/v1/inbox/items/${last.id}`, { liked: true }))
  await other.settle()
  const read = async () => done(await own.ada.get(`/v1/inbox/items/${last.id}`)).body.acts
  assert.equal((await read())[0]?.state, 'waiting')
  await other.advance(minutes(2))
  assert.deepEqual(await read(), [])
  const puts = other.sandbox.calls
    .list({ network: 'bluesky' })
    .calls.filter(({ call, account }) => account === own.login && call.endsWith('putRecord'))
  const query = new URLSearchParams({ repo: `${own.login}.sandbox`, collection: 'app.bsky.feed.like' })
  const answer = await fetch(`${other.sandbox.url}/bluesky/xrpc/com.atproto.repo.listRecords?${query}`)
  assert.equal(((await answer.json()) as { records: unknown[] }).records.length, 1)
  assert.ok(puts.length >= 2)
})
