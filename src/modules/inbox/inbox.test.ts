import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { hours, minutes } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { done, grant, refused } from '#test/world/people.ts'
import { connectBoth, withKey } from '#test/world/posts.ts'

/** Comments on the accounts of a brand, read from the networks and worked on as conversations. */
let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
let eve: Client & { readonly uid: string }
let vera: Client
let stranger: Client & { readonly uid: string }
before(async () => {
  t = await startApp({ sandbox: true })
  await t.as('root')
  w = await connectBoth(t)
  const keyOf = async (name: string, role?: 'editor' | 'viewer') => {
    const person = await t.as(name)
    if (role) await grant(w.person, w.profileId, person, role)
    return { ...(await withKey(t, person, ['inbox:read', 'inbox:write'])), uid: person.uid }
  }
  eve = await keyOf('eve', 'editor')
  vera = await keyOf('vera', 'viewer')
  stranger = await keyOf('stranger')
})
after(() => t[Symbol.asyncDispose]())
beforeEach(() => t.sandbox.faults.remove())

interface Conversation {
  readonly id: string
  readonly kind: string
  readonly network: string
  readonly postId: string | null
  readonly state: string
  readonly items: number
  readonly version: number
  readonly assigneeUid: string | null
  readonly unansweredSince: string | null
  readonly person: { readonly handle: string }
  readonly last: { readonly text: string; readonly sender: { readonly handle: string; readonly isUs: boolean } }
}
const list = async (query: Record<string, string> = {}): Promise<Conversation[]> =>
  done(await w.ada.get(`/v1/inbox/conversations?${new URLSearchParams({ profileId: w.profileId, ...query })}`)).body
    .conversations
const turn = (accountId: string, isOn: boolean) => w.ada.patch(`/v1/inbox/accounts/${accountId}`, { isOn })
const wordsOf = (all: readonly Conversation[]) => all.map(({ last }) => last.text.replace(/^@\S+ /, ''))

async function publish(content: string): Promise<string> {
  const { id } = done(
    await w.ada.post('/v1/posts', { profileId: w.profileId, platforms: ['bluesky', 'mastodon'], content }),
    201,
  ).body
  await t.settle()
  return id
}
async function comment(network: 'bluesky' | 'mastodon', text: string) {
  await t.sandbox.network(network).acts?.comment?.(w.login, { body: text })
}
/** Lets the networks' time pass, in which the accounts are read. */
const later = async (ms = minutes(6)) => {
  await t.advance(ms)
}

test('nothing is read until an account is turned on, and then comments become open conversations of their post', async () => {
  const postId = await publish('We open at nine')
  await comment('bluesky', 'even on Sunday?')
  await comment('mastodon', 'and in the evening?')
  await later()
  assert.deepEqual(await list(), [])
  for (const id of [w.bluesky, w.mastodon]) assert.equal(done(await turn(id, true)).body.isOn, true)
  await later()
  const all = await list()
  assert.deepEqual(new Set(wordsOf(all)), new Set(['even on Sunday?', 'and in the evening?']))
  for (const one of all) {
    assert.deepEqual([one.kind, one.postId, one.state, one.items], ['comment', postId, 'open', 1])
    assert.deepEqual([one.last.sender.isUs, one.unansweredSince !== null], [false, true])
    assert.match(one.last.sender.handle, /^bob|^carla/)
  }
  const { accounts } = done(await w.ada.get(`/v1/inbox/accounts?profileId=${w.profileId}`)).body
  for (const one of accounts.filter(({ isAvailable }: { isAvailable: boolean }) => isAvailable)) {
    assert.deepEqual([one.isOn, one.problem, one.readAt !== null], [true, null, true])
  }
})

test('an answer that was given in the network’s own app belongs to the conversation, and stops its clock', async () => {
  await comment('mastodon', 'Do you deliver?')
  await later()
  const [asked] = await list({ q: 'deliver' })
  assert.ok(asked)
  const server = `${t.sandbox.url}/mastodon`
  const say = async (as: string, status: string, to: string) => {
    const headers = { authorization: `Bearer sandbox-token-${as}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ status, in_reply_to_id: to })
    const answer = await fetch(`${server}/api/v1/statuses`, { method: 'POST', headers, body })
    return ((await answer.json()) as { id: string }).id
  }
  const { items } = done(await w.ada.get(`/v1/inbox/conversations/${asked.id}/items`)).body
  const first = new URL(items[0].url).pathname.split('/').at(-1) ?? ''
  const asker = asked.last.sender.handle
  const answer = await say(w.login, `@${asker} Yes, every day`, first)
  await say(asker, `@${w.login} Thank you`, answer)
  await later()
  const [found] = await list({ q: 'deliver' })
  assert.ok(found)
  assert.deepEqual([found.id, found.items, found.last.text], [asked.id, 3, `@${w.login} Thank you`])
  assert.equal(found.person.handle, asker)
  assert.ok((await list({ handle: asker })).some(({ id }) => id === asked.id))
  assert.deepEqual(await list({ handle: 'someone.else' }), [])
  const said = done(await w.ada.get(`/v1/inbox/conversations/${asked.id}/items`)).body.items
  assert.deepEqual(
    said.map(({ sender }: Conversation['last']) => sender.isUs),
    [false, true, false],
  )
  assert.deepEqual(
    said.map(({ parentId }: { parentId: string | null }) => parentId),
    [null, said[0].id, said[1].id],
  )
})

test('conversations are assigned to members only, and counted for each of them', async () => {
  const [one] = await list()
  assert.ok(one)
  const change = (assigneeUid: string | null) => w.ada.patch(`/v1/inbox/conversations/${one.id}`, { assigneeUid })
  refused(await change(stranger.uid), 400, 'validation_failed')
  assert.equal(done(await change(eve.uid)).body.assigneeUid, eve.uid)
  const counts = done(await eve.get(`/v1/inbox/counts?profileId=${w.profileId}`)).body
  assert.deepEqual([counts.mine, counts.open - counts.unassigned], [1, 1])
  assert.deepEqual(
    (
      done(await eve.get(`/v1/inbox/conversations?profileId=${w.profileId}&assignee=me`)).body
        .conversations as Conversation[]
    ).map(({ id }) => id),
    [one.id],
  )
})

test('a viewer reads but changes nothing, and a stranger sees nothing', async () => {
  const [one] = await list()
  assert.ok(one)
  done(await vera.get(`/v1/inbox/conversations/${one.id}/items`))
  refused(await vera.patch(`/v1/inbox/conversations/${one.id}`, { state: 'done' }), 403, 'profile_role_required')
  refused(await vera.patch(`/v1/inbox/accounts/${w.bluesky}`, { isOn: false }), 403, 'profile_role_required')
  refused(await stranger.get(`/v1/inbox/conversations/${one.id}`), 403, 'profile_forbidden')
})

test('done and snoozed conversations open again with something new, and a snooze ends without a person', async () => {
  const [one] = await list({ q: 'Sunday' })
  assert.ok(one)
  const change = (body: object) => w.ada.patch(`/v1/inbox/conversations/${one.id}`, body)
  assert.equal(done(await change({ state: 'done' })).body.state, 'done')
  refused(await change({ state: 'snoozed' }), 400, 'validation_failed')
  refused(
    await change({ state: 'open', snoozedUntil: new Date(t.now().getTime() + hours(1)) }),
    400,
    'validation_failed',
  )
  const until = new Date(t.now().getTime() + hours(1)).toISOString()
  assert.equal(done(await change({ state: 'snoozed', snoozedUntil: until })).body.snoozedUntil, until)
  assert.deepEqual(wordsOf(await list({ state: 'snoozed' })), ['even on Sunday?'])
  await later(hours(1) + minutes(1))
  assert.deepEqual((await list({ state: 'snoozed' })).length, 0)
  assert.ok((await list({ state: 'open' })).some(({ id }) => id === one.id))
})

test('a search finds the beginnings of words in any order, of texts and of names, and any part of a text without spaces', async () => {
  await publish('We open at nine')
  for (const text of [
    'Öffnet die Fähre am Sonntag?',
    '日曜日は営業していますか',
    'Is it 3.50 at visit@harbour.example?',
  ])
    await comment('bluesky', text)
  await turn(w.bluesky, true)
  await later(minutes(41))
  const found = async (q: string, more: object = {}) => wordsOf(await list({ q, ...more }))
  for (const q of ['sonn öff', 'FÄHRE', 'sonntag?', 'die fähre'])
    assert.deepEqual(await found(q), ['Öffnet die Fähre am Sonntag?'], q)
  for (const q of ['日曜日', '営業']) assert.deepEqual(await found(q), ['日曜日は営業していますか'], q)
  for (const q of ['3.50', 'visit@harbour', 'harbour.example']) assert.equal((await found(q)).length, 1, q)
  for (const q of ['hre', 'sonntag harbour', "' & !(", '%', 'zeppelin']) assert.deepEqual(await found(q), [], q)
  const [one] = await list({ q: 'harbour' })
  assert.ok((await found(one?.person.handle ?? '')).length >= 3)
  assert.deepEqual(await found('harbour', { state: 'snoozed' }), [])
})

test('nothing is stored twice, however often the same page is read', async () => {
  await comment('bluesky', 'again')
  await later(hours(1))
  const [first] = await list({ q: 'again' })
  assert.ok(first)
  await later(hours(3))
  const [again, ...others] = await list({ q: 'again' })
  assert.deepEqual([again?.id, again?.items, again?.version], [first.id, 1, first.version])
  assert.deepEqual(others, [])
})

test('a network that fails rests for a while, says why, and is read again from the same place', async () => {
  t.sandbox.faults.add({ network: 'mastodon', call: 'listNotifications', kind: 'error_before', times: 1 })
  await comment('mastodon', 'lost?')
  await later(hours(1))
  const problemOf = async () =>
    done(await w.ada.get(`/v1/inbox/accounts?profileId=${w.profileId}`)).body.accounts.find(
      ({ accountId }: { accountId: string }) => accountId === w.mastodon,
    ).problem
  await later(minutes(50))
  assert.deepEqual(wordsOf(await list({ q: 'lost?' })), ['lost?'])
  assert.equal(await problemOf(), null)
})
