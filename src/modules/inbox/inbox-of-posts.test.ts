import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { sandboxApp } from '#infra/config/networks.ts'
import { hours, minutes, seconds } from '#kernel/clock.ts'
import { fromWire } from '#kernel/ids.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { callbackUrlOf, consent, createOauthUrl } from '#test/world/oauth.ts'
import { done, makeProfile, refused } from '#test/world/people.ts'
import { withKey } from '#test/world/posts.ts'

/** Accounts on networks that list comments for each post, and that grant each permission separately. */
let t: TestApp
before(async () => {
  t = await startApp({ sandbox: true, settings: { PUBLIC_URL: 'https://posthorn.test' } })
  await t.as('root')
})
after(() => t[Symbol.asyncDispose]())

type Network = 'facebook' | 'instagram' | 'mastodon' | 'threads'
let people = 0

async function connect(network: Network) {
  people += 1
  const login = `user-${5_000 + people}`
  const person = await t.as(login)
  const profileId = await makeProfile(person)
  const named = network === 'mastodon' ? { instanceUrl: `${t.sandbox.url}/mastodon` } : {}
  const { authUrl } = await createOauthUrl(t, person, network, profileId, { headless: true, ...named })
  const back = new URL(await consent(authUrl, { login }))
  const { body } = done(await t.anyone.get(back.pathname + back.search))
  const ada = await withKey(t, person, [
    'inbox:read',
    'inbox:write',
    'posts:read',
    'posts:write',
    'posts:publish',
    'connections:read',
    'connections:write',
  ])
  const id: string = body.accountId
  return {
    id,
    login,
    network,
    profileId,
    ada,
    /** The name of the account in the sandbox. */
    name: network === 'facebook' ? `${login}-bakery` : login,
  }
}
type Connected = Awaited<ReturnType<typeof connect>>

const turn = (ada: Client, id: string, isOn = true) => ada.patch(`/v1/inbox/accounts/${id}`, { isOn })
const shownAccount = async ({ ada, profileId }: Connected) =>
  done(await ada.get(`/v1/inbox/accounts?profileId=${profileId}`)).body.accounts[0]
const list = async ({ ada, profileId }: Connected) =>
  done(await ada.get(`/v1/inbox/conversations?profileId=${profileId}`)).body.conversations

/** Requests scopes. Only those in `kept` stay checked on the consent page. */
async function upgrade({ ada, id, network, login }: Connected, scopes: readonly string[], kept?: readonly string[]) {
  const wanted = { scopes, redirectUrl: callbackUrlOf(t, network), headless: true }
  const { authUrl } = done(await ada.post(`/v1/connections/${id}/upgrade-scopes`, wanted)).body
  const back = new URL(await consent(authUrl, { login, ...(kept && { scopes: kept }) }))
  const { body } = done(await t.anyone.get(back.pathname + back.search))
  assert.equal(body.accountId, id)
}

async function publish({ ada, profileId, network }: Connected, content: string): Promise<string> {
  const { id } = done(await ada.post('/v1/posts', { profileId, platforms: [network], content }), 201).body
  await t.settle()
  return id
}
async function act({ network, name }: Connected, what: string, given: object): Promise<string> {
  const run = t.sandbox.network(network).acts?.[what]
  assert.ok(run)
  return ((await run(name, { ...given })) as { id?: string } | undefined)?.id ?? ''
}

test('an account that lacks a permission says which, and is read once it is granted', async () => {
  const it = await connect('facebook')
  const scope = 'pages_read_user_content'
  const answer = await turn(it.ada, it.id)
  refused(answer, 409, 'inbox_scope_missing')
  assert.match(answer.body.detail, new RegExp(`${scope}.*/v1/connections/${it.id}/upgrade-scopes`))
  assert.deepEqual((await shownAccount(it)).missingScopes, [scope])
  await upgrade(it, [scope])
  assert.deepEqual((await shownAccount(it)).missingScopes, [])
  assert.equal(done(await turn(it.ada, it.id)).body.isOn, true)
  const postId = await publish(it, 'We open at nine')
  const id = await act(it, 'comment', { body: 'even on Sunday?' })
  await act(it, 'comment', { body: 'I would like to know, too', to: id, by: 'carla' })
  await t.advance(minutes(25))
  const [one, ...others] = await list(it)
  assert.deepEqual([one.kind, one.postId, one.state, one.items, others.length], ['comment', postId, 'open', 2, 0])
  assert.deepEqual([one.last.text, one.last.sender.name], ['I would like to know, too', 'Carla'])
})

test('comments of others are removed, and the page’s post and first comment are not, even if taken for someone else’s', async () => {
  const it = await connect('facebook')
  await upgrade(it, ['pages_read_user_content'])
  done(await turn(it.ada, it.id))
  const content = { content: 'We open at nine', firstComment: 'And at eight on Fridays' }
  done(await it.ada.post('/v1/posts', { profileId: it.profileId, platforms: ['facebook'], ...content }), 201)
  await t.settle()
  await act(it, 'comment', { body: 'Buy followers' })
  await act(it, 'comment', { body: 'even on Sunday?' })
  await t.advance(minutes(25))
  const lastOf = async (text: string) =>
    (await list(it)).find(({ last }: { last: { text: string } }) => last.text === text).last
  const spam = await lastOf('Buy followers')
  assert.deepEqual(spam.canAct, ['like', 'hide', 'remove'])
  done(await it.ada.delete(`/v1/inbox/items/${spam.id}`))
  await t.settle()
  const gone = done(await it.ada.get(`/v1/inbox/items/${spam.id}`)).body
  assert.deepEqual([gone.removedAt !== null, gone.text, gone.acts], [true, '', []])
  const { id } = await lastOf('even on Sunday?')
  const own = t.sandbox.ledger.entries({ network: 'facebook', account: it.name })
  const [post, comment] = [
    own.find(({ text }) => text === content.content),
    own.find(({ text }) => text === content.firstComment),
  ]
  assert.ok(post && comment)
  for (const { remoteId, parentId, text } of [
    { remoteId: post.id, parentId: null, text: post.text },
    { remoteId: comment.id, parentId: post.id, text: comment.text },
  ]) {
    // The first comment was read as the page's own. Its row has to go before another one takes its place.
    await sql`delete from inbox_item where remote_id = ${remoteId}`.execute(t.db)
    await sql`update inbox_item set remote_id = ${remoteId}, parent_id = ${parentId}, text = ${text}
      where id = ${fromWire('itm', id)}`.execute(t.db)
    refused(await it.ada.delete(`/v1/inbox/items/${id}`), 409, 'act_not_available')
    await sql`insert into inbox_act (item_id, act, account_id, wanted, done, due_at)
      values (${fromWire('itm', id)}, 'remove', ${fromWire('acc', it.id)}, true, false, ${t.now()})
      on conflict (item_id, act) do update set due_at = excluded.due_at`.execute(t.db)
    await t.settle()
    const [failed] = done(await it.ada.get(`/v1/inbox/items/${id}`)).body.acts
    assert.deepEqual([failed.state, failed.errorCode], ['failed', 'act_not_available'])
  }
  const deleted = t.sandbox.calls
    .list({ network: 'facebook', account: it.name })
    .calls.filter(({ call }) => call === 'deleteComment')
  assert.equal(deleted.length, 1, 'the comment of someone else')
})

test('a comment on a post that was written in the network’s own app is a comment, not a mention', async () => {
  const it = await connect('facebook')
  await upgrade(it, ['pages_read_user_content'])
  done(await turn(it.ada, it.id))
  const { pageId, pageToken } = t.sandbox.network('facebook').connect(it.login) as Record<string, string>
  const form = new URLSearchParams({ message: 'From my phone', access_token: pageToken ?? '' })
  await fetch(`${t.sandbox.url}/facebook/${pageId}/feed`, { method: 'POST', body: form })
  for (let nth = 0; nth < 30; nth += 1) await act(it, 'comment', { body: `question ${nth}` })
  await t.advance(minutes(25))
  const all = await list(it)
  assert.equal(all.length, 30)
  assert.deepEqual(new Set(all.map(({ kind }: { kind: string }) => kind)), new Set(['comment']))
  const { calls } = t.sandbox.calls.list({ network: 'facebook', account: it.name })
  assert.deepEqual(
    calls.filter(({ call }) => call === 'getComment'),
    [],
  )
})

test('an account that loses the permission rests, says so, and continues after it is granted again', async () => {
  const it = await connect('facebook')
  const scope = 'pages_read_user_content'
  await upgrade(it, [scope])
  done(await turn(it.ada, it.id))
  await publish(it, 'We open at nine')
  await t.advance(minutes(25))
  const usual = ['pages_show_list', 'pages_read_engagement', 'pages_manage_posts', 'pages_manage_engagement']
  await upgrade(it, [scope], usual)
  await act(it, 'comment', { body: 'hello?' })
  await t.advance(minutes(50))
  const { problem, missingScopes } = await shownAccount(it)
  assert.deepEqual([problem.code, missingScopes], ['scope_missing', [scope]])
  await upgrade(it, [scope])
  done(await it.ada.post(`/v1/inbox/accounts/${it.id}/refresh`))
  await t.settle()
  assert.equal((await shownAccount(it)).problem, null)
  assert.equal((await list(it)).length, 1)
})

test('an account that was connected by consent at its Mastodon server grants the missing permission there', async () => {
  const it = await connect('mastodon')
  const scope = 'read:notifications'
  refused(await turn(it.ada, it.id), 409, 'inbox_scope_missing')
  assert.deepEqual((await shownAccount(it)).missingScopes, [scope])
  await upgrade(it, [scope])
  done(await turn(it.ada, it.id))
  await publish(it, 'We open at nine')
  await act(it, 'comment', { body: 'even on Sunday?' })
  await t.advance(minutes(25))
  assert.equal((await list(it)).length, 1)
})

test('Threads is read with the permissions that were granted for publishing', async () => {
  const it = await connect('threads')
  done(await turn(it.ada, it.id))
  const postId = await publish(it, 'We open at nine')
  const id = await act(it, 'comment', { body: 'even on Sunday?' })
  await act(it, 'comment', { body: 'Yes', to: id, by: it.login })
  await t.advance(minutes(25))
  const [one, ...others] = await list(it)
  assert.deepEqual([one.kind, one.postId, one.items, one.unansweredSince, others], ['comment', postId, 2, null, []])
  assert.equal(one.last.sender.isUs, true)
})

const hook = (network: Network) => `${t.url}/v1/connections/webhooks/${network}`

/** Delivers a webhook as Meta signs it. */
async function deliver(network: Network, body: object, secret = sandboxApp.clientSecret): Promise<number> {
  const text = JSON.stringify(body)
  const signature = createHmac('sha256', secret).update(text).digest('hex')
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` }
  return (await fetch(hook(network), { method: 'POST', headers, body: text })).status
}
const looksAt = ({ network, name }: Connected) =>
  t.sandbox.calls
    .list({ network, account: name, limit: 1_000 })
    .calls.filter(({ call }) => ['getPublishedPosts', 'listMedia', 'listThreads'].includes(call)).length

test('a webhook about a comment has it read at once; twice, in reverse and 36 hours late it changes nothing', async () => {
  const it = await connect('facebook')
  await upgrade(it, ['pages_read_user_content'])
  done(await turn(it.ada, it.id))
  await publish(it, 'We open at nine')
  for (const ms of [hours(2), seconds(11)]) await t.advance(ms)
  await act(it, 'comment', { body: 'even on Sunday?', url: hook('facebook') })
  await t.settle()
  const [{ id, items }, ...none] = await list(it)
  assert.deepEqual([items, none], [1, []])
  const { pageId } = t.sandbox.network('facebook').connect(it.login) as Record<string, string>
  const event = (verb: string) => {
    const value = { item: 'comment', verb, comment_id: '1_2', post_id: `${pageId}_1`, message: 'never stored' }
    return { object: 'page', entry: [{ id: pageId, time: 1, changes: [{ field: 'feed', value }] }] }
  }
  for (const lateMs of [0, hours(36)]) {
    await t.advance(lateMs)
    for (const verb of ['edited', 'add', 'add']) assert.equal(await deliver('facebook', event(verb)), 200)
    await t.settle()
  }
  assert.equal(await deliver('facebook', event('add'), 'a guess'), 401)
  const [one, ...others] = await list(it)
  assert.deepEqual([one.id, one.items, one.last.text, others], [id, 1, 'even on Sunday?', []])
})

for (const network of ['facebook', 'instagram', 'threads'] as const) {
  test(`${network}: however many comments are reported, an account is read at most every 10 seconds`, async () => {
    const it = await connect(network)
    if (network === 'facebook') await upgrade(it, ['pages_read_user_content'])
    done(await turn(it.ada, it.id))
    for (const ms of [minutes(1), seconds(11)]) await t.advance(ms)
    const { pageId, id: remoteId = pageId } = t.sandbox.network(network).connect(it.login) as Record<string, string>
    const reported = {
      facebook: {
        object: 'page',
        entry: [
          { id: remoteId, changes: [{ field: 'feed', value: { item: 'comment', verb: 'add', comment_id: '1_2' } }] },
        ],
      },
      instagram: {
        object: 'instagram',
        entry: [{ id: remoteId, changes: [{ field: 'comments', value: { id: '1' } }] }],
      },
      threads: { values: { field: 'replies', value: { id: '1', root_post: { id: '2', owner_id: remoteId } } } },
    }[network]
    const before = looksAt(it)
    for (let nth = 0; nth < 5; nth += 1) {
      assert.equal(await deliver(network, reported), 200)
      await t.settle()
    }
    assert.equal(looksAt(it) - before, 1)
    await t.advance(seconds(11))
    assert.equal(looksAt(it) - before, 2, 'what came in between')
    await t.advance(minutes(1))
    assert.equal(looksAt(it) - before, 2)
  })
}
