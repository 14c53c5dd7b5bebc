import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type RouteFact, routesOf } from '#infra/http/openapi/route-table.ts'
import { newId, toWire } from '#kernel/ids.ts'
import type { Client } from '#test/harness/client.ts'
import { startApp, type TestApp } from '../harness/app.ts'
import { oauthApp } from '../world/apps.ts'
import { greta } from '../world/guests.ts'
import { firstItem, senderIn, storeConversation, storeReply } from '../world/inbox.ts'
import { passkeyBrowser } from '../world/passkeys.ts'
import { plain } from '../world/pictures.ts'
import { bodyOf } from './route-bodies.ts'

/**
 * Tests of every route of the running server. For one that names an object, the table says how someone else creates it.
 */
let t: TestApp
before(async () => {
  t = await startApp({ sandbox: true, settings: { PUBLIC_URL: 'https://posthorn.test' } })
  // The first account is superadmin; the others are ordinary users.
  await t.as('root')
})
after(() => t[Symbol.asyncDispose]())

interface Thing {
  readonly prefix: string
  /** Creates the object. Returns its ID, followed by the IDs of the objects that the route names within it. */
  make(): Promise<string | readonly string[]>
}

// If two prefixes match a path, the longer one counts.
const things: Readonly<Record<string, Thing>> = {
  '/v1/profiles/:id': { prefix: 'prof', make: () => made('/v1/profiles', { name: 'of bob' }) },
  '/v1/profiles/:id/members/:uid': {
    prefix: 'prof',
    make: async () => [await made('/v1/profiles', { name: 'of bob' }), (await t.as('bob')).uid],
  },
  '/v1/profiles/:id/invites/:inviteId': { prefix: 'prof', make: inviteOfBob },
  '/v1/profiles/links/:linkId': { prefix: 'plink', make: linkOfBob },
  '/v1/api-keys/:id': {
    prefix: 'key',
    make: () => made('/v1/api-keys', { name: 'of bob', scopes: ['profiles:read'] }),
  },
  '/v1/auth/me/passkeys/:id': { prefix: 'pkey', make: passkeyOfBob },
  '/v1/posts/:id': { prefix: 'post', make: async () => (await postOfBob()).id },
  '/v1/posts/:id/targets/:targetId': {
    prefix: 'post',
    make: async () => {
      const { id, targets } = await postOfBob()
      return [id, targets[0]!.id]
    },
  },
  '/v1/posts/:id/share-link/:linkId': { prefix: 'post', make: async () => shareOn((await postOfBob()).id) },
  '/v1/posts/:id/comments/:commentId': { prefix: 'post', make: commentOfBob },
  '/v1/posts/:id/team-comments/:commentId': { prefix: 'post', make: async () => talkOn((await postOfBob()).id) },
  '/v1/recurring-posts/:id': { prefix: 'rec', make: ruleOfBob },
  '/v1/analytics/posts/:postId': { prefix: 'post', make: async () => (await postOfBob()).id },
  '/v1/analytics/accounts/:accountId': { prefix: 'acc', make: accountOfBob },
  '/v1/queue/submit/:postId': { prefix: 'post', make: async () => (await postOfBob()).id },
  '/v1/queue/cancel/:postId': { prefix: 'post', make: async () => (await postOfBob()).id },
  '/v1/queue/status/:postId': { prefix: 'post', make: async () => (await postOfBob()).id },
  '/v1/media/:id': { prefix: 'media', make: mediaOfBob },
  '/v1/platforms/accounts/:accountId': { prefix: 'acc', make: accountOfBob },
  '/v1/connections/:accountId': { prefix: 'acc', make: accountOfBob },
  '/v1/webhooks/:id': { prefix: 'wh', make: webhookOfBob },
  '/v1/webhooks/:id/deliveries/:deliveryId': {
    prefix: 'wh',
    make: async () => {
      const id = await webhookOfBob()
      return [id, await made(`/v1/webhooks/${id}/test`, {})]
    },
  },
  '/v1/inbox/accounts/:id': { prefix: 'acc', make: accountOfBob },
  '/v1/inbox/conversations/:id': { prefix: 'conv', make: conversationOfBob },
  '/v1/inbox/rules/:id': { prefix: 'irl', make: inboxRuleOfBob },
  '/v1/inbox/senders/:id': { prefix: 'snd', make: async () => senderIn(t.db, await conversationOfBob()) },
  '/v1/inbox/items/:id': { prefix: 'itm', make: async () => firstItem(t.db, await conversationOfBob()) },
  '/v1/inbox/notes/:id': {
    prefix: 'inn',
    make: async () => made(`/v1/inbox/conversations/${await conversationOfBob()}/notes`, { text: 'Who knows?' }),
  },
  '/v1/inbox/replies/:id': { prefix: 'rpl', make: async () => storeReply(t.db, await conversationOfBob()) },
  '/v1/admin/feature-flags/:key': { prefix: 'flag', make: async () => 'member-invites' },
  '/v1/admin/alerts/:id': { prefix: 'alert', make: async () => 'alert_01kajv4z00e008000000000002' },
  '/v1/admin/support/:ticketId': { prefix: 'tkt', make: async () => 'tkt_01kajv4z00e008000000000002' },
  '/v1/profiles/:id/guests/:guestId': { prefix: 'prof', make: ofProfile('guests', greta) },
  '/v1/profiles/:id/calendar-feeds/:feedId': { prefix: 'prof', make: ofProfile('calendar-feeds', {}) },
  '/v1/slot-plans/:id': {
    prefix: 'slots',
    make: ofBob('/v1/slot-plans', { name: 'Weekly', slots: [{ weekday: 1, time: '09:00' }] }),
  },
  '/v1/calendar-sources/:id': { prefix: 'csrc', make: ofBob('/v1/calendar-sources', { url: 'https://a.test/a.ics' }) },
  '/v1/ideas/:id': { prefix: 'idea', make: ofBob('/v1/ideas', { title: 'Lamp' }) },
  '/v1/idea-stages/:id': { prefix: 'stage', make: ofBob('/v1/idea-stages', { name: 'With the client' }) },
  '/v1/calendar-notes/:id': {
    prefix: 'note',
    make: ofBob('/v1/calendar-notes', { text: 'A', fromDate: '2026-12-01' }),
  },
  '/v1/mention-book/:id': { prefix: 'ment', make: ofBob('/v1/mention-book', { name: 'Ada', handles: { x: 'ada' } }) },
  '/v1/views/:id': { prefix: 'view', make: ofBob('/v1/views', { page: 'posts', name: 'Drafts', filters: {} }) },
  '/v1/labels/:id': { prefix: 'lbl', make: ofBob('/v1/labels', { name: 'Sale' }) },
  '/v1/profiles/:id/account-sets/:setId': { prefix: 'prof', make: setOfBob },
  '/v1/texts/:id': { prefix: 'txt', make: ofBob('/v1/texts', { kind: 'snippet', name: 'Ours', content: 'Words.' }) },
  '/v1/analytics/reports/:profileId': { prefix: 'prof', make: () => made('/v1/profiles', { name: 'of bob' }) },
  '/v1/auth/me/apps/:id': { prefix: 'app', make: appOfBob },
  '/v1/auth/sessions/:id': { prefix: 'ses', make: async () => (await sessionOfBob()).id },
  '/v1/admin/users/:uid': { prefix: 'usr', make: async () => (await t.as('bob')).uid },
  '/v1/admin/tests/runs/:runId': { prefix: 'run', make: async () => 'run_01kajv4z00e008000000000002' },
  '/v1/admin/directory/groups/:id': { prefix: 'grp', make: async () => 'grp_01kajv4z00e008000000000002' },
  '/v1/admin/email-templates/:name': { prefix: 'mail', make: async () => 'welcome' },
  '/v1/admin/cron/configs/:name': { prefix: 'cron', make: async () => 'audit-head' },
}

async function made(path: string, body: object): Promise<string> {
  const answer = await (await t.as('bob')).post(path, body)
  assert.ok(answer.status < 300, answer.text)
  return answer.body.id
}

async function passkeyOfBob(): Promise<string> {
  const { answer } = await passkeyBrowser(t).add((await t.as('bob')).token)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.id
}

async function postOfBob(): Promise<{ id: string; targets: { id: string }[] }> {
  const profileId = await made('/v1/profiles', { name: 'with a post' })
  return (await (await t.as('bob')).post('/v1/posts', { profileId, platforms: ['bluesky'], saveAsDraft: true })).body
}

function ofProfile(path: string, body: object) {
  return async () => {
    const id = await made('/v1/profiles', { name: 'of bob' })
    return [id, await made(`/v1/profiles/${id}/${path}`, body)]
  }
}

const shareOn = async (id: string) => [id, await made(`/v1/posts/${id}/share-link`, {})]
const talkOn = async (id: string) => [id, await made(`/v1/posts/${id}/team-comments`, { text: 'of bob' })]

async function commentOfBob(): Promise<string[]> {
  const { id } = await postOfBob()
  const bob = await t.as('bob')
  const { body: link } = await bob.post(`/v1/posts/${id}/share-link`, { comments: true })
  await t.anyone.post(`/v1/share/p/${link.token}/comments`, { name: 'Maria', fineByMe: true })
  return [id, (await bob.get(`/v1/posts/${id}/comments`)).body[0].id]
}

async function profileWithBluesky(name: string): Promise<{ profileId: string; accountId: string }> {
  const profileId = await made('/v1/profiles', { name })
  const accountId = await made('/v1/platforms/bluesky/connect', {
    profileId,
    identifier: 'bob.sandbox',
    appPassword: 'sand-boxx-pass-word',
  })
  return { profileId, accountId }
}

async function setOfBob(): Promise<string[]> {
  const { profileId, accountId } = await profileWithBluesky('with a set')
  return [
    profileId,
    await made(`/v1/profiles/${profileId}/account-sets`, { name: 'Everywhere', accountIds: [accountId] }),
  ]
}

/** Creates something of a new profile of Bob. */
function ofBob(path: string, body: object) {
  return async () => made(path, { ...body, profileId: await made('/v1/profiles', { name: `with ${path}` }) })
}

async function ruleOfBob(): Promise<string[]> {
  const { profileId } = await profileWithBluesky('with a rule')
  const postId = await made('/v1/posts', { profileId, content: 'again', platforms: ['bluesky'], saveAsDraft: true })
  const { body, status, text } = await (await t.as('bob')).post('/v1/recurring-posts', { postId, cron: '0 9 * * MON' })
  assert.equal(status, 201, text)
  return [body.id, body.nextRunAt]
}

async function linkOfBob(): Promise<string> {
  const parentId = await made('/v1/profiles', { name: 'parent' })
  const childId = await made('/v1/profiles', { name: 'child' })
  return await made('/v1/profiles/links', { parentId, childId })
}

async function mediaOfBob(): Promise<string> {
  const file = await plain(2, 2).png().toBuffer()
  const answer = await (await t.as('bob')).upload('/v1/media/upload', { file, fileName: 'of-bob.png' })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.id
}

async function accountOfBob(): Promise<string> {
  const profileId = await made('/v1/profiles', { name: 'with an account' })
  const credentials = { profileId, identifier: 'bob.sandbox', appPassword: 'sand-boxx-pass-word' }
  return await made('/v1/platforms/bluesky/connect', credentials)
}

async function conversationOfBob(): Promise<string> {
  return await storeConversation(t.db, { ...(await profileWithBluesky('with an inbox')), at: t.now() })
}

async function inboxRuleOfBob(): Promise<string> {
  const profileId = await made('/v1/profiles', { name: 'with a rule' })
  return await made('/v1/inbox/rules', { profileId, name: 'A', conditions: {}, actions: { state: 'done' } })
}

async function webhookOfBob(): Promise<string> {
  return await made('/v1/webhooks', { url: `${t.sandbox.url}/receiver/bob`, events: ['post.failed'] })
}

async function appOfBob(): Promise<string> {
  const bob = await t.as('bob')
  await oauthApp(t).signIn(bob)
  return (await bob.get('/v1/auth/me/apps')).body.apps[0].id
}

async function sessionOfBob(): Promise<{ id: string }> {
  const { sessions } = (await (await t.as('bob')).get('/v1/auth/sessions')).body
  return sessions[0]
}

async function inviteOfBob(): Promise<string[]> {
  const id = await made('/v1/profiles', { name: 'with an invitation' })
  return [id, await made(`/v1/profiles/${id}/invites`, { role: 'viewer' })]
}

/** The required query of a route. */
const queries: Readonly<Record<string, string>> = {
  'GET /v1/slot-plans/:id/slots': '?from=2026-12-01T00:00:00Z&to=2026-12-08T00:00:00Z',
  'DELETE /v1/platforms/accounts/:accountId': '?action=keep',
}
const queryOf = ({ method, url }: RouteFact) => queries[`${method} ${url}`] ?? ''
const own = (route: RouteFact) => route.method !== 'HEAD'
const fill = (url: string, ...ids: readonly string[]) => {
  const left = [...ids]
  return url.replace(/:\w+/g, (name) => left.shift() ?? name)
}
const thingOf = (route: RouteFact) =>
  things[
    Object.keys(things)
      .filter((url) => route.url === url || route.url.startsWith(`${url}/`))
      .sort((a, b) => b.length - a.length)[0] ?? ''
  ]
const idsOf = async (route: RouteFact) => [await thingOf(route)!.make()].flat()
/** Calls a route with IDs in its path, and with the body, query or form that it requires. */
function send(asker: Client, route: RouteFact, ids: readonly string[]) {
  const path = fill(route.url, ...ids) + queryOf(route)
  if (`${route.method} ${route.url}` === 'PUT /v1/profiles/:id/avatar')
    return asker.upload(path, { file: Buffer.from('an image'), fileName: 'photo.png' }, { method: 'PUT' })
  return asker.call(route.method, path, bodyOf(route))
}
const guarded = () => routesOf(t.app).filter((route) => own(route) && route.access.credential !== 'none')
/** Routes that are always refused, for every caller. */
const alwaysRefused = ['/v1/posts/:id/platforms/:platform']
/** Routes that name a network; the profile is in the query. */
const namesNetwork = ['/v1/platforms/:platform/auth-url', '/v1/sandbox/faults/:platform']
/** Another user's chat is as missing as one that does not exist; `telegram.test.ts` covers both. */
const namesChat = (url: string) => url.startsWith('/v1/agent/')
/** Routes that ask for a second factor before they look; `secrets.test.ts` has their refusals. */
const asksForCode = (url: string) => url.startsWith('/v1/admin/secrets/')
const named = () =>
  guarded().filter(
    ({ url }) =>
      url.includes(':') && ![...alwaysRefused, ...namesNetwork].includes(url) && !asksForCode(url) && !namesChat(url),
  )

test('the table of routes matches the running server', () => {
  const urls = routesOf(t.app).map((route) => `${route.method} ${route.url}`)
  assert.ok(urls.length > 25, `only ${urls.length} routes were seen`)
  for (const known of ['GET /v1/profiles', 'DELETE /v1/auth/me', 'GET /openapi.json'])
    assert.ok(urls.includes(known), known)
})

test('401: each route except open ones refuses a request without a credential', async () => {
  for (const route of guarded()) {
    const answer = await t.anyone.call(route.method, fill(route.url, 'x'))
    assert.equal(answer.status, 401, `${route.method} ${route.url}`)
    assert.equal(answer.body.code, 'unauthenticated')
    assert.match(answer.headers['www-authenticate'] ?? '', /^Bearer/)
  }
})

test('401: each route, including open ones, refuses an invalid credential', async () => {
  for (const route of routesOf(t.app).filter(own)) {
    for (const token of ['nonsense', 'ph_nonsense', 'a.b.c']) {
      const answer = await t.withToken(token).call(route.method, fill(route.url, 'x').replace('*', ''))
      assert.equal(answer.status, 401, `${route.method} ${route.url} took ${token}`)
    }
  }
})

test('every route with an ID in its path has a table entry that creates the object', () => {
  for (const route of named()) assert.ok(thingOf(route), `${route.url}: add it to \`things\``)
})

test('403: another user’s object is refused', async () => {
  const alice = await t.as('alice')
  for (const route of named()) {
    const answer = await send(alice, route, await idsOf(route))
    assert.equal(answer.status, 403, `${route.method} ${route.url}: ${answer.text}`)
  }
})

test('404: an object that does not exist is not found', async () => {
  for (const route of named()) {
    // A caller without access does not learn what exists.
    const asker = await t.as('role' in route.access && route.access.role ? 'root' : 'alice')
    const [, ...within] = await idsOf(route)
    const unknown = toWire(thingOf(route)!.prefix, newId(t.now()))
    const answer = await send(asker, route, [unknown, ...within])
    assert.equal(answer.status, 404, `${route.method} ${route.url}: ${answer.text}`)
  }
})

test('404: a malformed ID gets the same error as an unknown one, with a separate code for each path parameter', async () => {
  for (const route of named()) {
    const asker = await t.as('role' in route.access && route.access.role ? 'root' : 'bob')
    const names = route.url.match(/:\w+/g) ?? []
    const ids = names.length > 1 ? await idsOf(route) : ['']
    for (const place of names.keys()) {
      // A key or a name has no format that could be wrong.
      const known = ids[place] || (await idsOf(route))[place] || ''
      if (!/^[a-z]+_[0-9a-z]{26}$/.test(known)) continue
      const callWith = (id: string) => send(asker, route, ids.with(place, id))
      const [unknown, malformed] = [
        await callWith(known.replace(/_.*/, '_01kajv4z00e008000000000001')),
        await callWith('zz'),
      ]
      assert.deepEqual(
        [malformed.status, malformed.body?.code],
        [unknown.status, unknown.body?.code],
        `${route.method} ${route.url} ${names[place]}: ${malformed.text}`,
      )
    }
  }
})

test('403 identity_token_required: an API key is refused, whatever its scopes, where a person is required', async () => {
  const root = await t.as('root')
  const { body } = await root.post('/v1/api-keys', {
    name: 'all',
    scopes: ['profiles:read', 'profiles:write', 'admin:read', 'admin:write'],
  })
  for (const route of guarded().filter(({ access }) => access.credential === 'identity')) {
    const answer = await t.withToken(body.key).call(route.method, fill(route.url, 'x'))
    assert.equal(answer.body?.code, 'identity_token_required', `${route.method} ${route.url}`)
  }
})

test('403 scope_required: a key with every scope except the required one is refused', async () => {
  const alice = await t.as('alice')
  const keyWith = async (scope: string): Promise<string> =>
    (await alice.post('/v1/api-keys', { name: 'narrow', scopes: [scope] })).body.key
  const narrow = { 'media:write': await keyWith('media:write'), 'posts:read': await keyWith('posts:read') }
  for (const route of guarded()) {
    if (route.access.credential !== 'key-or-identity') continue
    const { scope } = route.access
    // Any key is accepted there; its request is rejected separately.
    if (scope === null) continue
    const other = scope === 'media:write' ? 'posts:read' : 'media:write'
    const answer = await t.withToken(narrow[other]).call(route.method, fill(route.url, 'x'))
    assert.equal(answer.body?.code, 'scope_required', `${route.method} ${route.url}`)
    assert.ok(answer.body.detail.includes(scope), `${route.method} ${route.url} names the scope`)
  }
})

test('the document has a schema for each successful response, or says that it is empty', () => {
  const document = t.app.swagger() as unknown as {
    paths: Record<
      string,
      Record<
        string,
        { operationId?: string; responses: Record<string, { content?: Record<string, { schema?: object }> }> }
      >
    >
  }
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      assert.ok(operation.operationId, `${method} ${path}`)
      const good = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'))
      const isRefused = alwaysRefused.some((url) => url.replace(/:(\w+)/g, '{$1}') === path)
      assert.equal(good.length > 0, !isRefused, `${method} ${path} has no good answer`)
      for (const [, { content }] of good) {
        for (const { schema } of Object.values(content ?? {}))
          assert.ok(Object.keys(schema ?? {}).length > 0, `${method} ${path}: a schema that says nothing`)
      }
    }
  }
})
